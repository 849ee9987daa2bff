func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reverse"(%a) {dimensions = dense<0> : tensor<1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
