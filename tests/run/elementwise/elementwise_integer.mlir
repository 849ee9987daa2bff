// Elementwise operations on integers, with the cases that C leaves undefined.
// RUN: sdyc run %s
func.func public @main() {
  %in1 = stablehlo.constant dense<[7, -7, 0, 2147483647, -2147483648, 12, -1, 100]> : tensor<8xi32>
  %in2 = stablehlo.constant dense<[3, 3, 0, 1, -1, -5, 31, 33]> : tensor<8xi32>
  %r3 = stablehlo.add %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r3, dense<[10, -4, 0, -2147483648, 2147483647, 7, 30, 133]> : tensor<8xi32>
  %r4 = stablehlo.subtract %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r4, dense<[4, -10, 0, 2147483646, -2147483647, 17, -32, 67]> : tensor<8xi32>
  %r5 = stablehlo.multiply %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r5, dense<[21, -21, 0, 2147483647, -2147483648, -60, -31, 3300]> : tensor<8xi32>
  %r6 = stablehlo.divide %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r6, dense<[2, -2, -1, 2147483647, -2147483648, -2, 0, 3]> : tensor<8xi32>
  %r7 = stablehlo.remainder %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r7, dense<[1, -1, 0, 0, 0, 2, -1, 1]> : tensor<8xi32>
  %r8 = stablehlo.maximum %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r8, dense<[7, 3, 0, 2147483647, -1, 12, 31, 100]> : tensor<8xi32>
  %r9 = stablehlo.minimum %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r9, dense<[3, -7, 0, 1, -2147483648, -5, -1, 33]> : tensor<8xi32>
  %r10 = stablehlo.and %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r10, dense<[3, 1, 0, 1, -2147483648, 8, 31, 32]> : tensor<8xi32>
  %r11 = stablehlo.or %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r11, dense<[7, -5, 0, 2147483647, -1, -1, -1, 101]> : tensor<8xi32>
  %r12 = stablehlo.xor %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r12, dense<[4, -6, 0, 2147483646, 2147483647, -9, -32, 69]> : tensor<8xi32>
  %r13 = stablehlo.shift_left %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r13, dense<[56, -56, 0, -2, 0, 0, -2147483648, 0]> : tensor<8xi32>
  %r14 = stablehlo.shift_right_logical %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r14, dense<[0, 536870911, 0, 1073741823, 0, 0, 1, 0]> : tensor<8xi32>
  %r15 = stablehlo.shift_right_arithmetic %in1, %in2 : tensor<8xi32>
  check.expect_eq_const %r15, dense<[0, -1, 0, 1073741823, -1, 0, -1, 0]> : tensor<8xi32>
  %r16 = stablehlo.not %in1 : tensor<8xi32>
  check.expect_eq_const %r16, dense<[-8, 6, -1, -2147483648, 2147483647, -13, 0, -101]> : tensor<8xi32>
  %r17 = stablehlo.negate %in1 : tensor<8xi32>
  check.expect_eq_const %r17, dense<[-7, 7, 0, -2147483647, -2147483648, -12, 1, -100]> : tensor<8xi32>
  %r18 = stablehlo.sign %in1 : tensor<8xi32>
  check.expect_eq_const %r18, dense<[1, -1, 0, 1, -1, 1, -1, 1]> : tensor<8xi32>
  %r19 = stablehlo.abs %in1 : tensor<8xi32>
  check.expect_eq_const %r19, dense<[7, 7, 0, 2147483647, -2147483648, 12, 1, 100]> : tensor<8xi32>
  %r20 = stablehlo.popcnt %in1 : tensor<8xi32>
  check.expect_eq_const %r20, dense<[3, 30, 0, 31, 1, 2, 32, 3]> : tensor<8xi32>
  %r21 = stablehlo.count_leading_zeros %in1 : tensor<8xi32>
  check.expect_eq_const %r21, dense<[29, 0, 32, 1, 0, 28, 0, 25]> : tensor<8xi32>
  %r22 = stablehlo.compare EQ, %in1, %in2, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %r22, dense<[false, false, true, false, false, false, false, false]> : tensor<8xi1>
  %r23 = stablehlo.compare NE, %in1, %in2, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %r23, dense<[true, true, false, true, true, true, true, true]> : tensor<8xi1>
  %r24 = stablehlo.compare LT, %in1, %in2, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %r24, dense<[false, true, false, false, true, false, true, false]> : tensor<8xi1>
  %r25 = stablehlo.compare LE, %in1, %in2, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %r25, dense<[false, true, true, false, true, false, true, false]> : tensor<8xi1>
  %r26 = stablehlo.compare GT, %in1, %in2, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %r26, dense<[true, false, false, true, false, true, false, true]> : tensor<8xi1>
  %r27 = stablehlo.compare GE, %in1, %in2, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  check.expect_eq_const %r27, dense<[true, false, true, true, false, true, false, true]> : tensor<8xi1>
  %r28 = stablehlo.convert %in1 : (tensor<8xi32>) -> tensor<8xi8>
  check.expect_eq_const %r28, dense<[7, -7, 0, -1, 0, 12, -1, 100]> : tensor<8xi8>
  %r29 = stablehlo.convert %in1 : (tensor<8xi32>) -> tensor<8xf32>
  check.expect_eq_const %r29, dense<[7.0, -7.0, 0.0, 2.1474836e9, -2.1474836e9, 1.2e1, -1.0, 1.0e2]> : tensor<8xf32>
  %in30 = stablehlo.constant dense<[true, false, true, true, false, false, true, false]> : tensor<8xi1>
  %r31 = stablehlo.select %in30, %in1, %in2 : tensor<8xi1>, tensor<8xi32>
  check.expect_eq_const %r31, dense<[7, 3, 0, 2147483647, -1, -5, -1, 33]> : tensor<8xi32>
  %in32 = stablehlo.constant dense<[-5, -5, -5, -5, -5, -5, -5, -5]> : tensor<8xi32>
  %in33 = stablehlo.constant dense<[50, 50, 50, 50, 50, 50, 50, 50]> : tensor<8xi32>
  %r34 = stablehlo.clamp %in32, %in1, %in33 : tensor<8xi32>
  check.expect_eq_const %r34, dense<[7, -5, 0, 50, -5, 12, -1, 50]> : tensor<8xi32>
  return
}
