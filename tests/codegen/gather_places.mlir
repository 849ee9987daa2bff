// Indices that are the numbers of the places themselves, as those of a diagonal are, make no buffer and no table: a stride.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: b1[5 d0 + d1] = b0[30 d0 + 7 d1]
func.func @main(%x: tensor<4x5x6xf32>) -> tensor<4x5xf32> {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
  %low = stablehlo.compare LT, %i, %zero, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %five = stablehlo.constant dense<5> : tensor<5xi32>
  %end = stablehlo.add %i, %five : tensor<5xi32>
  %place = stablehlo.select %low, %end, %i : tensor<5xi1>, tensor<5xi32>
  %column = stablehlo.broadcast_in_dim %place, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
  %places = stablehlo.concatenate %column, %column, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %r = "stablehlo.gather"(%x, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2],
    start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1, 1>}> : (tensor<4x5x6xf32>, tensor<5x2xi32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
