func.func @pad(%arg0: tensor<2xf16>, %arg1: tensor<f16>) -> tensor<7xf16> {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [9223372036854775807], interior = [0] : (tensor<2xf16>, tensor<f16>) -> tensor<7xf16>
  return %0 : tensor<7xf16>
}
