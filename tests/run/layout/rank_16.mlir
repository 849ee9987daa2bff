// Tensors of sixteen dimensions.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
func.func public @main() {
  %flat = stablehlo.iota dim = 0 : tensor<4096xi32>
  %a = stablehlo.reshape %flat : (tensor<4096xi32>) -> tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %b = stablehlo.add %a, %one : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  // Turned around twice it is itself; once it has the bits of its place in reverse.
  %t = stablehlo.transpose %b, dims = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>) -> tensor<2x2x2x2x1x2x2x1x2x2x1x2x2x1x2x2xi32>
  %tt = stablehlo.transpose %t, dims = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : (tensor<2x2x2x2x1x2x2x1x2x2x1x2x2x1x2x2xi32>) -> tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  check.expect_eq %tt, %b : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %line = stablehlo.reshape %t : (tensor<2x2x2x2x1x2x2x1x2x2x1x2x2x1x2x2xi32>) -> tensor<4096xi32>
  %first = stablehlo.slice %line [0:4] : (tensor<4096xi32>) -> tensor<4xi32>
  check.expect_eq_const %first, dense<[1, 2049, 1025, 3073]> : tensor<4xi32>
  // Sums over some, and over all.
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %s, dense<[[2095104, 2096128], [2097152, 2098176]]> : tensor<2x2xi32>
  %e = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum across dimensions = [1, 3, 5, 7, 9, 11, 13, 15] : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>, tensor<i32>) -> tensor<2x1x2x2x1x2x2x2xi32>
  %m = stablehlo.reduce(%e init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2, 3, 4, 5, 6, 7] : (tensor<2x1x2x2x1x2x2x2xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %m, dense<4095> : tensor<i32>
  // Reversed, padded, cut, joined, sorted.
  %r = stablehlo.reverse %a, dims = [0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 14, 15] : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %sum = stablehlo.add %a, %r : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %all = stablehlo.constant dense<4095> : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  check.expect_eq %sum, %all : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %o = "stablehlo.sort"(%r) <{dimension = 15 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>) -> tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %back = stablehlo.reverse %o, dims = [0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 14] : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  check.expect_eq %back, %a : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %p = stablehlo.pad %a, %zero, low = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], high = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>, tensor<i32>) -> tensor<2x2x2x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %q = stablehlo.slice %p [0:2, 0:2, 1:2, 0:2, 0:2, 0:1, 0:2, 0:2, 0:1, 0:2, 0:2, 0:1, 0:2, 0:2, 0:2, 0:2] : (tensor<2x2x2x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>) -> tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  check.expect_eq %q, %a : tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  // A running sum along the last dimension, and along one in the middle.
  %w = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2>, padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [1, 0]]> : tensor<16x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>, tensor<i32>) -> tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>
  %wl = stablehlo.reshape %w : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>) -> tensor<4096xi32>
  %wf = stablehlo.slice %wl [4:8] : (tensor<4096xi32>) -> tensor<4xi32>
  check.expect_eq_const %wf, dense<[4, 9, 6, 13]> : tensor<4xi32>
  %v = "stablehlo.reduce_window"(%t, %zero) <{window_dimensions = array<i64: 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]> : tensor<16x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<2x2x2x2x1x2x2x1x2x2x1x2x2x1x2x2xi32>, tensor<i32>) -> tensor<2x2x2x2x1x2x2x1x2x2x1x2x2x1x2x2xi32>
  %vl = stablehlo.reshape %v : (tensor<2x2x2x2x1x2x2x1x2x2x1x2x2x1x2x2xi32>) -> tensor<4096xi32>
  %vf = stablehlo.slice %vl [16:18] : (tensor<4096xi32>) -> tensor<2xi32>
  check.expect_eq_const %vf, dense<[130, 4226]> : tensor<2xi32>
  // A product of sixteen and three dimensions, over two.
  %f = stablehlo.convert %a : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xi32>) -> tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xf32>
  %k = stablehlo.constant dense<1.0> : tensor<2x2x3xf32>
  %d = stablehlo.dot_general %f, %k, contracting_dims = [14, 15] x [0, 1] : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x2x2xf32>, tensor<2x2x3xf32>) -> tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x3xf32>
  %dl = stablehlo.reshape %d : (tensor<2x2x1x2x2x1x2x2x1x2x2x1x2x2x3xf32>) -> tensor<3072xf32>
  %df = stablehlo.slice %dl [0:4] : (tensor<3072xf32>) -> tensor<4xf32>
  check.expect_eq_const %df, dense<[6.0, 6.0, 6.0, 22.0]> : tensor<4xf32>
  return
}
