// What only moves numbers of a narrow format converts none of them.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: = select_ui16(b2[d0], b0[d1 + 8 (b1[d0]) in [0, 63]], 49024)
// CHECK-NOT: convert
func.func @main(%x: tensor<64x8xbf16>, %i: tensor<8xi32>) -> tensor<8x8xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<8xi32>
  %minus = stablehlo.constant dense<-1.0> : tensor<8x8xbf16>
  %p = stablehlo.compare GE, %i, %zero : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %q = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<8xi1>) -> tensor<8x8xi1>
  %rows = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<64x8xbf16>, tensor<8xi32>) -> tensor<8x8xbf16>
  %r = stablehlo.select %q, %rows, %minus : tensor<8x8xi1>, tensor<8x8xbf16>
  return %r : tensor<8x8xbf16>
}
