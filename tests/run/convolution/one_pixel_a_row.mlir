// A convolution with a single pixel a row, whose results go through a conversion: strips made ahead of the loop over
// rows named the pixel's number, which was declared inside it.
// RUN: sdyc run %s --input=1x1x2xf32=1 --input=2x3x2xf32=1.5 --expected-output=1x1x2xui16=3
// RUN: sdyc run %s --input=1x1x2xf32=1 --input=2x3x2xf32=1.5 --expected-output=1x1x2xui16=3 --jit=cc
func.func public @main(%a: tensor<1x1x2xf32>, %b: tensor<2x3x2xf32>) -> tensor<1x1x2xui16> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[o, 0, i]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2xf32>, tensor<2x3x2xf32>) -> tensor<1x1x2xf32>
  %1 = stablehlo.convert %0 : (tensor<1x1x2xf32>) -> tensor<1x1x2xui16>
  return %1 : tensor<1x1x2xui16>
}
