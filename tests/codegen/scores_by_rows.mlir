// Scores of four heads that share keys, as JAX writes them: keys by queries, and the transposition that makes rows of them.
// Rows of four would be written one by one, and read across; those of positions are written instead, as they are read.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc layouts %s | FileCheck %s --check-prefix=ORDER
// CHECK: kernels:{{$}}
// CHECK: kernel 0, product: stablehlo.dot_general tensor<1x4x512x128x4xf32>
// CHECK-NEXT: domain 4/1 4/1 128 512/{{[0-9]+}} | 64
// CHECK: kernel 1, reduction: stablehlo.reduce tensor<1x4x4x128xf32>
// CHECK-NEXT: | 512
// ORDER: stablehlo.dot_general tensor<1x4x512x128x4xf32>, line {{[0-9]+}}{{ +}}order [0, 1, 4, 3, 2]
// ORDER: 0 conversions
func.func @main(%q: tensor<1x128x4x4x64xbf16>, %k: tensor<1x512x4x64xbf16>) -> (tensor<1x4x4x128xf32>, tensor<1x4x4x128x512xbf16>) {
  %0 = stablehlo.dot_general %k, %q, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4] : (tensor<1x512x4x64xbf16>, tensor<1x128x4x4x64xbf16>) -> tensor<1x4x512x128x4xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1, 4, 3, 2] : (tensor<1x4x512x128x4xf32>) -> tensor<1x4x4x128x512xf32>
  %2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %3 = stablehlo.reduce(%1 init: %2) applies stablehlo.maximum across dimensions = [4] : (tensor<1x4x4x128x512xf32>, tensor<f32>) -> tensor<1x4x4x128xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2, 3] : (tensor<1x4x4x128xf32>) -> tensor<1x4x4x128x512xf32>
  %5 = stablehlo.subtract %1, %4 : tensor<1x4x4x128x512xf32>
  %6 = stablehlo.exponential %5 : tensor<1x4x4x128x512xf32>
  %7 = stablehlo.convert %6 : (tensor<1x4x4x128x512xf32>) -> tensor<1x4x4x128x512xbf16>
  return %3, %7 : tensor<1x4x4x128xf32>, tensor<1x4x4x128x512xbf16>
}
