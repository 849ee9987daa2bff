// passes: sdyc-expand-operations
func.func @main(%a: tensor<4x4xf32>, %b: tensor<2x2xf32>) -> tensor<4x4xf64> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.select_and_scatter"(%a, %b, %0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %2 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf64>
  return %1 : tensor<4x4xf64>
}
