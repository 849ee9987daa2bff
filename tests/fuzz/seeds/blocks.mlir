sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %p: i1) -> tensor<8x8xf32> {
  "cf.cond_br"(%p, %a, %a)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, tensor<8x8xf32>, tensor<8x8xf32>) -> ()
^bb1(%b: tensor<8x8xf32>):
  %0 = stablehlo.add %b, %a : tensor<8x8xf32>
  "cf.br"(%0)[^bb2] : (tensor<8x8xf32>) -> ()
^bb2(%c: tensor<8x8xf32>):
  %1 = stablehlo.tanh %c : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
^bb3(%d: tensor<8x8xf32>):
  %2 = stablehlo.tanh %d : tensor<8x8xf32>
  "cf.br"(%2)[^bb3] : (tensor<8x8xf32>) -> ()
}
func.func private @many(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  "cf.br"(%a)[^bb1] : (tensor<8x8xf32>) -> ()
^bb1(%b: tensor<8x8xf32>):
  %0 = call @many(%b) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @calls(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @many(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
