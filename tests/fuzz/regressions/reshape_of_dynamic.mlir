func.func @main(%rows: tensor<?x4xi64>) -> tensor<12xi64> {
  %0 = stablehlo.reshape %rows : (tensor<?x4xi64>) -> tensor<12xi64>
  return %0 : tensor<12xi64>
}
