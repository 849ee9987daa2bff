sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %p: tensor<i1>, %i: tensor<i32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0:2 = stablehlo.while(%x = %a, %n = %i) : tensor<8x8xf32>, tensor<i32>
  cond { %c = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1> }
  do { %y = func.call @g(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %z = sdy.sharding_constraint %y <@mesh, [{"y"}, {?}]> : tensor<8x8xf32>
    stablehlo.return %z, %n : tensor<8x8xf32>, tensor<i32> }
  %1 = "stablehlo.if"(%p) ({
    %k = stablehlo.tanh %0#0 : tensor<8x8xf32>
    stablehlo.return %k : tensor<8x8xf32>
  }, {
    %k = func.call @g(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %k : tensor<8x8xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<i1>) -> tensor<8x8xf32>
  %2 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<8x8xf32>
  }) : (tensor<i32>) -> tensor<8x8xf32>
  %3 = stablehlo.composite "a.b" %2 {decomposition = @g} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.custom_call @g(%3) {called_computations = [@g]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %4 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
