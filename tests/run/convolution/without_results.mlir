// A convolution without results that was followed by another operation was refused by tcc.
// RUN: sdyc run %s
func.func public @main() {
  %x = stablehlo.constant dense<> : tensor<8x0x2xf32>
  %w = stablehlo.constant dense<1.0> : tensor<8x2x8xf8E4M3FN>
  %e = stablehlo.convert %x : (tensor<8x0x2xf32>) -> tensor<8x0x2xf8E4M3FN>
  %0 = stablehlo.convolution(%e, %w) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[0, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<8x0x2xf8E4M3FN>, tensor<8x2x8xf8E4M3FN>) -> tensor<0x1x8xf8E4M3FN>
  %1 = stablehlo.tanh %0 : tensor<0x1x8xf8E4M3FN>
  check.expect_eq_const %1, dense<> : tensor<0x1x8xf8E4M3FN>
  return
}
