func.func @f(%lhs: tensor<2x3x4x5xf32>, %rhs: tensor<3x2x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<2x3x4x7xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>} : (tensor<2x3x4x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x3x4x7xf32>
  return %0 : tensor<2x3x4x7xf32>
}
