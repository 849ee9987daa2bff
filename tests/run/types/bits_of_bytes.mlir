// Bytes taken apart into bits and joined again: places along short rows, which repeat from row to row, are shifts.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  %i = stablehlo.iota dim = 0 : tensor<1000xui8>
  %x = stablehlo.optimization_barrier %i : tensor<1000xui8>
  %rows = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1000xui8>) -> tensor<1000x8xui8>
  %place = stablehlo.iota dim = 1 : tensor<1000x8xui8>
  %one = stablehlo.constant dense<1> : tensor<1000x8xui8>
  %moved = stablehlo.shift_right_logical %rows, %place : tensor<1000x8xui8>
  %bits = stablehlo.and %moved, %one : tensor<1000x8xui8>
  %some = stablehlo.slice %bits [4:7, 0:8] : (tensor<1000x8xui8>) -> tensor<3x8xui8>
  check.expect_eq_const %some, dense<[[0, 0, 1, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0, 0]]> : tensor<3x8xui8>
  %set = stablehlo.convert %bits : (tensor<1000x8xui8>) -> tensor<1000x8xi1>
  %held = stablehlo.optimization_barrier %set : tensor<1000x8xi1>
  %again = stablehlo.convert %held : (tensor<1000x8xi1>) -> tensor<1000x8xui8>
  %parts = stablehlo.shift_left %again, %place : tensor<1000x8xui8>
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %joined = stablehlo.reduce(%parts init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1000x8xui8>, tensor<ui8>) -> tensor<1000xui8>
  check.expect_eq %joined, %x : tensor<1000xui8>
  // Signs, rows of seven, and two dimensions that repeat.
  %j = stablehlo.iota dim = 1 : tensor<50x20x7xi8>
  %k = stablehlo.iota dim = 2 : tensor<50x20x7xi8>
  %minus = stablehlo.constant dense<-128> : tensor<50x20x7xi8>
  %near = stablehlo.add %minus, %j : tensor<50x20x7xi8>
  %v = stablehlo.optimization_barrier %near : tensor<50x20x7xi8>
  %right = stablehlo.shift_right_arithmetic %v, %k : tensor<50x20x7xi8>
  %last = stablehlo.slice %right [49:50, 19:20, 0:7] : (tensor<50x20x7xi8>) -> tensor<1x1x7xi8>
  check.expect_eq_const %last, dense<[[[-109, -55, -28, -14, -7, -4, -2]]]> : tensor<1x1x7xi8>
  return
}
