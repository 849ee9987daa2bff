// Triangles, diagonals and what is beside them, by every comparison of positions, also where none or all are chosen.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %x = stablehlo.constant dense<1> : tensor<3x300xi64>
  %zero = stablehlo.constant dense<0> : tensor<3x300xi64>
  %low = stablehlo.constant dense<-298> : tensor<3x300xi32>
  %far = stablehlo.constant dense<1000> : tensor<3x300xi32>
  %i = stablehlo.iota dim = 0 : tensor<3x300xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x300xi32>
  %k = stablehlo.add %j, %low : tensor<3x300xi32>
  %none = stablehlo.constant dense<0> : tensor<i64>
  %c0 = stablehlo.compare GE, %i, %k : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s0 = stablehlo.select %c0, %x, %zero : tensor<3x300xi1>, tensor<3x300xi64>
  %r0 = stablehlo.reduce(%s0 init: %none) applies stablehlo.add across dimensions = [1] : (tensor<3x300xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %r0, dense<[299, 300, 300]> : tensor<3xi64>
  %c1 = stablehlo.compare GT, %i, %j : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s1 = stablehlo.select %c1, %x, %zero : tensor<3x300xi1>, tensor<3x300xi64>
  %r1 = stablehlo.slice %s1 [0:3, 0:3] : (tensor<3x300xi64>) -> tensor<3x3xi64>
  check.expect_eq_const %r1, dense<[[0, 0, 0], [1, 0, 0], [1, 1, 0]]> : tensor<3x3xi64>
  %c2 = stablehlo.compare LT, %i, %j : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s2 = stablehlo.select %c2, %x, %zero : tensor<3x300xi1>, tensor<3x300xi64>
  %r2 = stablehlo.slice %s2 [0:3, 0:4] : (tensor<3x300xi64>) -> tensor<3x4xi64>
  check.expect_eq_const %r2, dense<[[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1]]> : tensor<3x4xi64>
  %c3 = stablehlo.compare LE, %j, %i : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s3 = stablehlo.select %c3, %zero, %x : tensor<3x300xi1>, tensor<3x300xi64>
  check.expect_eq %s3, %s2 : tensor<3x300xi64>
  %c4 = stablehlo.compare EQ, %i, %j : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s4 = stablehlo.select %c4, %x, %zero : tensor<3x300xi1>, tensor<3x300xi64>
  %r4 = stablehlo.reduce(%s4 init: %none) applies stablehlo.add across dimensions = [1] : (tensor<3x300xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %r4, dense<[1, 1, 1]> : tensor<3xi64>
  %c5 = stablehlo.compare NE, %i, %j : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s5 = stablehlo.select %c5, %zero, %x : tensor<3x300xi1>, tensor<3x300xi64>
  check.expect_eq %s5, %s4 : tensor<3x300xi64>
  %c6 = stablehlo.compare GE, %i, %far : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s6 = stablehlo.select %c6, %x, %zero : tensor<3x300xi1>, tensor<3x300xi64>
  check.expect_eq %s6, %zero : tensor<3x300xi64>
  %c7 = stablehlo.compare LT, %i, %far : (tensor<3x300xi32>, tensor<3x300xi32>) -> tensor<3x300xi1>
  %s7 = stablehlo.select %c7, %x, %zero : tensor<3x300xi1>, tensor<3x300xi64>
  check.expect_eq %s7, %x : tensor<3x300xi64>
  return
}
