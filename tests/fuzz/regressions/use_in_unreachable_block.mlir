func.func @f() {
  stablehlo.return %arg0 : tensor<f64>
^bb0(%arg0: tensor<f64>):
  stablehlo.return %arg0 : tensor<f64>
}
