// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[1, 0], [0, 1], [1, 1]]> : tensor<3x2xi32>
  %0 = stablehlo.einsum %a, %b, config = "ij,jk->ik" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[4, 5], [10, 11]]> : tensor<2x2xi32>
  %1 = stablehlo.einsum %a, %b, config = "ij,jk->ki" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[4, 10], [5, 11]]> : tensor<2x2xi32>
  // A batch, a label that only one operand has, and an outer product.
  %2 = stablehlo.einsum %a, %a, config = "ij,ij->i" : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[14, 77]> : tensor<2xi32>
  %3 = stablehlo.einsum %a, %b, config = "ij,kl->lj" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[10, 14, 18], [10, 14, 18]]> : tensor<2x3xi32>
  %4 = stablehlo.einsum %a, %b, config = "...j,jk->...k" : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %4, dense<[[4, 5], [10, 11]]> : tensor<2x2xi32>
  // One operand: sums, a transpose, the diagonal and the trace.
  %5 = stablehlo.unary_einsum %a, config = "ij->j" : (tensor<2x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %5, dense<[5, 7, 9]> : tensor<3xi32>
  %6 = stablehlo.unary_einsum %a, config = "ij->ji" : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %6, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %7 = stablehlo.unary_einsum %0, config = "ii->i" : (tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %7, dense<[4, 11]> : tensor<2xi32>
  %8 = stablehlo.unary_einsum %0, config = "ii->" : (tensor<2x2xi32>) -> tensor<i32>
  check.expect_eq_const %8, dense<15> : tensor<i32>
  return
}
