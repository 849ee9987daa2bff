// Reductions of truth values along sharded dimensions: or is the sum of them, and so is add.
// RUN: sdyc run %s --storage=shared
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --storage=private --jit=cc
// RUN: sdyc run %s --reduce=device-order
sdy.mesh @mesh = <["x"=4]>
func.func public @main() {
  %a = stablehlo.constant dense<[true, true, false, true, false, false, true, true]> : tensor<8xi1>
  %b = stablehlo.constant dense<false> : tensor<8xi1>
  %c = stablehlo.constant dense<true> : tensor<8xi1>
  %sa = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xi1>
  %sb = sdy.sharding_constraint %b <@mesh, [{"x"}]> : tensor<8xi1>
  %sc = sdy.sharding_constraint %c <@mesh, [{"x"}]> : tensor<8xi1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.reduce(%sa init: %no) applies stablehlo.or across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %0, dense<true> : tensor<i1>
  %1 = stablehlo.reduce(%sb init: %no) applies stablehlo.or across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %1, dense<false> : tensor<i1>
  %2 = stablehlo.reduce(%sb init: %yes) applies stablehlo.or across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %2, dense<true> : tensor<i1>
  %3 = stablehlo.reduce(%sa init: %no) applies stablehlo.add across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %3, dense<true> : tensor<i1>
  %4 = stablehlo.reduce(%sa init: %yes) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %4, dense<false> : tensor<i1>
  %5 = stablehlo.reduce(%sc init: %yes) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %5, dense<true> : tensor<i1>
  return
}
