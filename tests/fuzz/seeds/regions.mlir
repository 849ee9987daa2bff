// passes: sdyc-partition-pipeline
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xi32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %v = %arg0) : tensor<i32>, tensor<8xi32>
    cond {
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %i, %i : tensor<i32>
    %w = func.call @twice(%v) : (tensor<8xi32>) -> tensor<8xi32>
    stablehlo.return %n, %w : tensor<i32>, tensor<8xi32>
  }
  return %0#1 : tensor<8xi32>
}
func.func private @twice(%a: tensor<8xi32>) -> tensor<8xi32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xi32>) {
    %1 = stablehlo.add %b, %b : tensor<4xi32>
    sdy.return %1 : tensor<4xi32>
  } : (tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
