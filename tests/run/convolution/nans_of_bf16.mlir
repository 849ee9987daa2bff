// Sums of bf16 of which some are NaN or infinite, rounded and used at once: the same bits by each set of instructions,
// in the compiler's own machine code and in C.
// RUN: sdyc run %s | FileCheck %s
// RUN: sdyc run %s --output=@%t.0.npy --output=@%t.1.npy
// RUN: SDYRT_ISA=avx512 sdyc run %s --expected-output=@%t.0.npy --expected-output=@%t.1.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --expected-output=@%t.0.npy --expected-output=@%t.1.npy
// RUN: SDYRT_ISA=baseline sdyc run %s --expected-output=@%t.0.npy --expected-output=@%t.1.npy
// RUN: sdyc run %s --jit=cc --expected-output=@%t.0.npy --expected-output=@%t.1.npy
// CHECK: nan
func.func @main() -> (tensor<1x9x9x32xbf16>, tensor<1x9x9x32xbf16>) {
  %image = stablehlo.constant dense<1.5> : tensor<1x9x9x32xbf16>
  %nan = stablehlo.constant dense<0x7FFF> : tensor<1x1x1x32xbf16>
  %infinite = stablehlo.constant dense<0x7F80> : tensor<1x1x1x32xbf16>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %image, %nan, %zero, %two, %two, %zero : (tensor<1x9x9x32xbf16>, tensor<1x1x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x9x9x32xbf16>
  %1 = stablehlo.dynamic_update_slice %0, %infinite, %zero, %seven, %seven, %zero : (tensor<1x9x9x32xbf16>, tensor<1x1x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x9x9x32xbf16>
  %kernel = stablehlo.constant dense<0.125> : tensor<3x3x32x32xbf16>
  %taps = stablehlo.constant dense<0.125> : tensor<3x3x1x32xbf16>
  %scale = stablehlo.constant dense<3.0> : tensor<1x9x9x32xbf16>
  %2 = stablehlo.convolution(%1, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x32xbf16>, tensor<3x3x32x32xbf16>) -> tensor<1x9x9x32xbf16>
  %3 = stablehlo.multiply %2, %scale : tensor<1x9x9x32xbf16>
  %4 = stablehlo.convolution(%1, %taps) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<1x9x9x32xbf16>, tensor<3x3x1x32xbf16>) -> tensor<1x9x9x32xbf16>
  %5 = stablehlo.subtract %4, %scale : tensor<1x9x9x32xbf16>
  return %3, %5 : tensor<1x9x9x32xbf16>, tensor<1x9x9x32xbf16>
}
