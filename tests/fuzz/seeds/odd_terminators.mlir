sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = call @g(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @h(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = call @k(%1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  "foo.end"() : () -> ()
}
func.func private @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a : tensor<8x8xf32>
  "foo.end"() : () -> ()
}
func.func private @h(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  "foo.br"()[^bb1] : () -> ()
^bb1:
  return %a : tensor<8x8xf32>
}
func.func private @k(%a: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  "foo.br"()[^bb1, ^bb2] : () -> ()
^bb1:
  return %a : tensor<8x8xf32>
^bb2:
  %0 = stablehlo.add %a, %a : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
