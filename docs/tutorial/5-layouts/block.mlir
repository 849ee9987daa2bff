func.func @main(%image: tensor<1x64x56x56xf32>, %k1: tensor<64x64x3x3xf32>, %k2: tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<1x64x56x56xf32>
  %c = stablehlo.convolution(%image, %k1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  %r = stablehlo.maximum %c, %zero : tensor<1x64x56x56xf32>
  %d = stablehlo.convolution(%r, %k2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
  return %d : tensor<1x64x56x56xf32>
}
