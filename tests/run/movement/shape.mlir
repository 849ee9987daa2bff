// Operations that move elements.
// RUN: sdyc run %s
func.func public @main() {
  %in1 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %r2 = stablehlo.transpose %in1, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r2, dense<[[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]> : tensor<4x3xi32>
  %r3 = stablehlo.reshape %in1 : (tensor<3x4xi32>) -> tensor<2x6xi32>
  check.expect_eq_const %r3, dense<[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]> : tensor<2x6xi32>
  %r4 = stablehlo.reverse %in1, dims = [0, 1] : tensor<3x4xi32>
  check.expect_eq_const %r4, dense<[[11, 10, 9, 8], [7, 6, 5, 4], [3, 2, 1, 0]]> : tensor<3x4xi32>
  %r5 = stablehlo.slice %in1 [0:3:2, 1:4:2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r5, dense<[[1, 3], [9, 11]]> : tensor<2x2xi32>
  %r6 = stablehlo.broadcast_in_dim %in1, dims = [2, 0] : (tensor<3x4xi32>) -> tensor<4x2x3xi32>
  check.expect_eq_const %r6, dense<[[[0, 4, 8], [0, 4, 8]], [[1, 5, 9], [1, 5, 9]], [[2, 6, 10], [2, 6, 10]], [[3, 7, 11], [3, 7, 11]]]> : tensor<4x2x3xi32>
  %r7 = stablehlo.concatenate %in1, %in1, dim = 1 : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x8xi32>
  check.expect_eq_const %r7, dense<[[0, 1, 2, 3, 0, 1, 2, 3], [4, 5, 6, 7, 4, 5, 6, 7], [8, 9, 10, 11, 8, 9, 10, 11]]> : tensor<3x8xi32>
  %in8 = stablehlo.constant dense<-1> : tensor<i32>
  %r9 = stablehlo.pad %in1, %in8, low = [1, 0], high = [0, 0], interior = [0, 1] : (tensor<3x4xi32>, tensor<i32>) -> tensor<4x7xi32>
  check.expect_eq_const %r9, dense<[[-1, -1, -1, -1, -1, -1, -1], [0, -1, 1, -1, 2, -1, 3], [4, -1, 5, -1, 6, -1, 7], [8, -1, 9, -1, 10, -1, 11]]> : tensor<4x7xi32>
  %r10 = stablehlo.pad %in1, %in8, low = [-1, 0], high = [1, -2], interior = [0, 0] : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x2xi32>
  check.expect_eq_const %r10, dense<[[4, 5], [8, 9], [-1, -1]]> : tensor<3x2xi32>
  %in11 = stablehlo.constant dense<1> : tensor<i32>
  %in12 = stablehlo.constant dense<9> : tensor<i32>
  %r13 = stablehlo.dynamic_slice %in1, %in11, %in12, sizes = [2, 2] : (tensor<3x4xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %r13, dense<[[6, 7], [10, 11]]> : tensor<2x2xi32>
  %in14 = stablehlo.constant dense<[[-5, -6]]> : tensor<1x2xi32>
  %r15 = stablehlo.dynamic_update_slice %in1, %in14, %in11, %in12 : (tensor<3x4xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x4xi32>
  check.expect_eq_const %r15, dense<[[0, 1, 2, 3], [4, 5, -5, -6], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %r16 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  check.expect_eq_const %r16, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  %in17 = stablehlo.constant dense<[[2], [0], [7]]> : tensor<3x1xi32>
  %r18 = "stablehlo.gather"(%in1, %in17) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xi32>, tensor<3x1xi32>) -> tensor<3x4xi32>
  check.expect_eq_const %r18, dense<[[8, 9, 10, 11], [0, 1, 2, 3], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %in19 = stablehlo.constant dense<[[2], [0], [2]]> : tensor<3x1xi32>
  %in20 = stablehlo.constant dense<[[100, 101, 102, 103], [104, 105, 106, 107], [108, 109, 110, 111]]> : tensor<3x4xi32>
  %scattered = "stablehlo.scatter"(%in1, %in19, %in20) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<3x4xi32>
  check.expect_eq_const %scattered, dense<[[104, 106, 108, 110], [4, 5, 6, 7], [216, 219, 222, 225]]> : tensor<3x4xi32>
  %r21 = stablehlo.optimization_barrier %in1 : tensor<3x4xi32>
  check.expect_eq_const %r21, dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %size = stablehlo.get_dimension_size %in1, dim = 1 : (tensor<3x4xi32>) -> tensor<i32>
  check.expect_eq_const %size, dense<4> : tensor<i32>
  return
}
