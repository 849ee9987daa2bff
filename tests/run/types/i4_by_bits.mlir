// Operations that look at bits from the top saw the byte that holds a 4-bit integer; sums and products did not wrap,
// and a product of 4-bit integers or of f8 was an internal error.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func public @main() {
  %s = stablehlo.constant dense<[-8, -1, 7, 2]> : tensor<4xi4>
  %u = stablehlo.constant dense<[8, 15, 7, 2]> : tensor<4xui4>
  %one = stablehlo.constant dense<1> : tensor<4xi4>
  %two = stablehlo.constant dense<2> : tensor<4xui4>
  %0 = stablehlo.shift_right_logical %s, %one : tensor<4xi4>
  check.expect_eq_const %0, dense<[4, 7, 3, 1]> : tensor<4xi4>
  %1 = stablehlo.shift_right_arithmetic %u, %two : tensor<4xui4>
  check.expect_eq_const %1, dense<[14, 15, 1, 0]> : tensor<4xui4>
  %2 = stablehlo.count_leading_zeros %u : tensor<4xui4>
  check.expect_eq_const %2, dense<[0, 0, 1, 2]> : tensor<4xui4>
  %3 = stablehlo.count_leading_zeros %s : tensor<4xi4>
  check.expect_eq_const %3, dense<[0, 0, 1, 2]> : tensor<4xi4>
  %4 = stablehlo.popcnt %s : tensor<4xi4>
  check.expect_eq_const %4, dense<[1, 4, 3, 1]> : tensor<4xi4>

  %5 = stablehlo.dot_general %s, %s, contracting_dims = [0] x [0] : (tensor<4xi4>, tensor<4xi4>) -> tensor<i4>
  check.expect_eq_const %5, dense<6> : tensor<i4>
  %6 = stablehlo.dot_general %u, %u, contracting_dims = [0] x [0] : (tensor<4xui4>, tensor<4xui4>) -> tensor<ui4>
  check.expect_eq_const %6, dense<6> : tensor<ui4>
  %f = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf8E4M3FN>
  %7 = stablehlo.dot_general %f, %f, contracting_dims = [0] x [0] : (tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>) -> tensor<f8E4M3FN>
  check.expect_eq_const %7, dense<14.0> : tensor<f8E4M3FN>

  %at = stablehlo.constant dense<[[2], [2], [0], [1]]> : tensor<4x1xi32>
  %8 = "stablehlo.scatter"(%s, %at, %s) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %sum = stablehlo.add %a, %b : tensor<i4>
    stablehlo.return %sum : tensor<i4>
  }) : (tensor<4xi4>, tensor<4x1xi32>, tensor<4xi4>) -> tensor<4xi4>
  check.expect_eq_const %8, dense<[-1, 1, -2, 2]> : tensor<4xi4>
  return
}
