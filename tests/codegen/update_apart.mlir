// The gradient of a kernel lies by channels. An update of weights that lie so too follows on its tasks; one of weights that
// lie by output channels, taps last, has a kernel of its own with tiles for that, unless all of it is near.
// RUN: sdyc kernels %s --layout=auto | FileCheck %s
// CHECK-DAG: kernel {{[0-9]+}}, convolution: stablehlo.convolution tensor<512x512x3x3xf32>, {{.*}}tasks
// CHECK-DAG: kernel {{[0-9]+}}, loop: stablehlo.subtract tensor<512x512x3x3xf32>
// CHECK-DAG: kernel {{[0-9]+}}, convolution: stablehlo.convolution, then stablehlo.subtract tensor<3x3x512x512xf32>
// CHECK-DAG: kernel {{[0-9]+}}, convolution: stablehlo.convolution, then stablehlo.subtract tensor<64x64x3x3xf32>
func.func @main(%x: tensor<8x7x7x512xf32>, %y: tensor<8x7x7x512xf32>, %u: tensor<512x512x3x3xf32>, %v: tensor<3x3x512x512xf32>,
                %s: tensor<8x7x7x64xf32>, %t: tensor<8x7x7x64xf32>, %w: tensor<64x64x3x3xf32>)
    -> (tensor<512x512x3x3xf32>, tensor<3x3x512x512xf32>, tensor<64x64x3x3xf32>) {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[f, b, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>) -> tensor<512x512x3x3xf32>
  %1 = stablehlo.subtract %u, %0 : tensor<512x512x3x3xf32>
  %2 = stablehlo.convolution(%y, %x) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x7x7x512xf32>, tensor<8x7x7x512xf32>) -> tensor<3x3x512x512xf32>
  %3 = stablehlo.subtract %v, %2 : tensor<3x3x512x512xf32>
  %4 = stablehlo.convolution(%s, %t) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[f, b, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x7x7x64xf32>, tensor<8x7x7x64xf32>) -> tensor<64x64x3x3xf32>
  %5 = stablehlo.subtract %w, %4 : tensor<64x64x3x3xf32>
  return %1, %3, %5 : tensor<512x512x3x3xf32>, tensor<3x3x512x512xf32>, tensor<64x64x3x3xf32>
}
