// Rows of eight elements are folded sixteen at a time, as they lie, and what comes of that once more.
// RUN: sdyc kernels %s --entry=sum | FileCheck %s --check-prefix=SUM
// SUM: kernels: 2
// SUM: reduction: partial results tensor<512x16x8xf32>
// SUM: acc0: f32 = 0;  add b0[16384 d0 + d1 + 128 d2]
// SUM: reduction: stablehlo.reduce tensor<512x8xf32>
func.func public @sum(%x: tensor<512x2048x8xf32>) -> tensor<512x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x2048x8xf32>, tensor<f32>) -> tensor<512x8xf32>
  return %0 : tensor<512x8xf32>
}

// Not where partial results would be rounded: bf16 is summed in f32.
// RUN: sdyc kernels %s --entry=rounded | FileCheck %s --check-prefix=ROUNDED
// ROUNDED-NOT: partial results tensor
func.func public @rounded(%x: tensor<512x2048x8xbf16>) -> tensor<512x8xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x2048x8xbf16>, tensor<bf16>) -> tensor<512x8xbf16>
  return %0 : tensor<512x8xbf16>
}
