// What two convolutions need of their neighbours' rows is sent once, on whatever channel.
// COUNT: 2 "stablehlo.collective_permute"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<1x16x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x2x4xf32>, %l: tensor<3x3x2x4xf32>)
    -> (tensor<1x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<1x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x16x8x4xf32>
  %1 = stablehlo.convolution(%a, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x16x8x4xf32>
  return %0, %1 : tensor<1x16x8x4xf32>, tensor<1x16x8x4xf32>
}
