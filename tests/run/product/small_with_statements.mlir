// Small products of a batch with what follows on each: statements once ran over the whole batch after the first one.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<60xi32>
  %three = stablehlo.constant dense<3> : tensor<60xi32>
  %four = stablehlo.constant dense<4> : tensor<60xi32>
  %0 = stablehlo.remainder %n, %three : tensor<60xi32>
  %1 = stablehlo.remainder %n, %four : tensor<60xi32>
  %2 = stablehlo.convert %0 : (tensor<60xi32>) -> tensor<60xui2>
  %3 = stablehlo.convert %1 : (tensor<60xi32>) -> tensor<60xui2>
  %a = stablehlo.reshape %2 : (tensor<60xui2>) -> tensor<3x4x5xui2>
  %b = stablehlo.reshape %3 : (tensor<60xui2>) -> tensor<3x5x4xui2>
  %c = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x5xui2>, tensor<3x5x4xui2>) -> tensor<3x4x4xui2>
  %d = stablehlo.convert %c : (tensor<3x4x4xui2>) -> tensor<3x4x4xi32>
  check.expect_eq_const %d, dense<[[[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 0, 2], [0, 0, 0, 0]], [[0, 1, 2, 3], [0, 2, 0, 2], [0, 0, 0, 0], [0, 1, 2, 3]], [[0, 2, 0, 2], [0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 0, 2]]]> : tensor<3x4x4xi32>
  %x = stablehlo.convert %a : (tensor<3x4x5xui2>) -> tensor<3x4x5xf32>
  %y = stablehlo.convert %b : (tensor<3x5x4xui2>) -> tensor<3x5x4xf32>
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x5xf32>, tensor<3x5x4xf32>) -> tensor<3x4x4xf32>
  %minus = stablehlo.negate %z : tensor<3x4x4xf32>
  check.expect_eq_const %minus, dense<[[[0.0, -4.0, -8.0, -12.0], [0.0, -5.0, -10.0, -15.0], [0.0, -6.0, -12.0, -18.0], [0.0, -4.0, -8.0, -12.0]], [[0.0, -5.0, -10.0, -15.0], [0.0, -6.0, -12.0, -18.0], [0.0, -4.0, -8.0, -12.0], [0.0, -5.0, -10.0, -15.0]], [[0.0, -6.0, -12.0, -18.0], [0.0, -4.0, -8.0, -12.0], [0.0, -5.0, -10.0, -15.0], [0.0, -6.0, -12.0, -18.0]]]> : tensor<3x4x4xf32>
  return
}
