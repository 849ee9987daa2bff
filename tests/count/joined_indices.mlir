// x[i, j], x.at[i, j].add(1): the index vectors, which JAX concatenates of columns, are never made.
// RUN: sdyc kernels %s --entry=take | FileCheck %s --check-prefix=TAKE
// RUN: sdyc kernels %s --entry=add | FileCheck %s --check-prefix=ADD
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// TAKE: kernels: 1
// ADD: kernels: 2
// ADD: moves: 1
func.func @take(%x: tensor<8x9xf32>, %i: tensor<40x1xi32>, %j: tensor<40x1xi32>) -> tensor<40xf32> {
  %k = stablehlo.concatenate %i, %j, dim = 1 : (tensor<40x1xi32>, tensor<40x1xi32>) -> tensor<40x2xi32>
  %r = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x9xf32>, tensor<40x2xi32>) -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @add(%x: tensor<8x9xf32>, %i: tensor<40x1xi32>, %j: tensor<40x1xi32>, %u: tensor<40xf32>) -> tensor<8x9xf32> {
  %k = stablehlo.concatenate %i, %j, dim = 1 : (tensor<40x1xi32>, tensor<40x1xi32>) -> tensor<40x2xi32>
  %r = "stablehlo.scatter"(%x, %k, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<8x9xf32>, tensor<40x2xi32>, tensor<40xf32>) -> tensor<8x9xf32>
  return %r : tensor<8x9xf32>
}
func.func public @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %ij = stablehlo.constant dense<[[0, 2], [1, 1], [0, 0]]> : tensor<3x2xi32>
  %k = stablehlo.constant dense<[[2], [0], [1]]> : tensor<3x1xi32>
  %all = stablehlo.concatenate %ij, %k, dim = 1 : (tensor<3x2xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>
  %y = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x3xf32>
  %n = stablehlo.iota dim = 2 : tensor<2x3x3xf32>
  %z = stablehlo.multiply %y, %n : tensor<2x3x3xf32>
  %r = "stablehlo.gather"(%z, %all) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x3x3xf32>, tensor<3x3xi32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[6.0, 0.0, 1.0]> : tensor<3xf32>
  return
}
