func.func @main(%x: tensor<512xf32>) -> tensor<512x512xf32> {
  %a = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %0 = stablehlo.add %a, %b : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
