// Integers of 2 bits, a byte each in memory.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func public @main() {
  %s = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %u = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %0 = stablehlo.add %s, %s : tensor<4xi2>
  check.expect_eq_const %0, dense<[0, -2, 0, -2]> : tensor<4xi2>
  %1 = stablehlo.multiply %u, %u : tensor<4xui2>
  check.expect_eq_const %1, dense<[0, 1, 0, 1]> : tensor<4xui2>
  %2 = stablehlo.convert %s : (tensor<4xi2>) -> tensor<4xf32>
  check.expect_eq_const %2, dense<[-2.0, -1.0, 0.0, 1.0]> : tensor<4xf32>
  %3 = stablehlo.not %u : tensor<4xui2>
  check.expect_eq_const %3, dense<[3, 2, 1, 0]> : tensor<4xui2>
  %one = stablehlo.constant dense<1> : tensor<4xui2>
  %4 = stablehlo.shift_right_arithmetic %u, %one : tensor<4xui2>
  check.expect_eq_const %4, dense<[0, 0, 3, 3]> : tensor<4xui2>
  %5 = stablehlo.count_leading_zeros %u : tensor<4xui2>
  check.expect_eq_const %5, dense<[2, 1, 0, 0]> : tensor<4xui2>
  %least = stablehlo.constant dense<-2> : tensor<i2>
  %6 = stablehlo.reduce(%s init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi2>, tensor<i2>) -> tensor<i2>
  check.expect_eq_const %6, dense<1> : tensor<i2>
  return
}
