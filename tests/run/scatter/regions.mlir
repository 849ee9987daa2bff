// Scatters with any region, and with several inputs.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16>
  %i = stablehlo.constant dense<[[1], [3], [1], [9]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xbf16>
  // Two updates meet at one element: they come in order.
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    %two = stablehlo.constant dense<2.0> : tensor<bf16>
    %p = stablehlo.multiply %old, %two : tensor<bf16>
    %s = stablehlo.add %p, %new : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xbf16>, tensor<4x1xi32>, tensor<4xbf16>) -> tensor<4xbf16>
  check.expect_eq_const %0, dense<[1.0, 58.0, 3.0, 28.0]> : tensor<4xbf16>
  // All updates at one place.
  %z = stablehlo.constant dense<2> : tensor<4x1xi32>
  %1 = "stablehlo.scatter"(%a, %z, %u) ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    %s = stablehlo.subtract %new, %old : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xbf16>, tensor<4x1xi32>, tensor<4xbf16>) -> tensor<4xbf16>
  check.expect_eq_const %1, dense<[1.0, 2.0, 23.0, 4.0]> : tensor<4xbf16>
  // Two inputs, windows of two elements.
  %m = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %f = stablehlo.constant dense<1.5> : tensor<3x2xf32>
  %j = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %v = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %w = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %2:2 = "stablehlo.scatter"(%m, %f, %j, %v, %w) ({
  ^bb0(%o0: tensor<i32>, %o1: tensor<f32>, %n0: tensor<i32>, %n1: tensor<f32>):
    %s = stablehlo.add %o0, %n0 : tensor<i32>
    %c = stablehlo.convert %n0 : (tensor<i32>) -> tensor<f32>
    %p = stablehlo.multiply %o1, %c : tensor<f32>
    %q = stablehlo.add %p, %n1 : tensor<f32>
    stablehlo.return %s, %q : tensor<i32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xi32>, tensor<3x2xf32>, tensor<2x1xi32>, tensor<2x2xi32>, tensor<2x2xf32>) -> (tensor<3x2xi32>, tensor<3x2xf32>)
  check.expect_eq_const %2#0, dense<[[31, 42], [3, 4], [15, 26]]> : tensor<3x2xi32>
  check.expect_eq_const %2#1, dense<[[48.0, 64.0], [1.5, 1.5], [16.0, 32.0]]> : tensor<3x2xf32>
  return
}
