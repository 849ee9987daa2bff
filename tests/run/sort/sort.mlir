// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  // Total order of floats: NaN last, -NaN first, -0 before +0.
  %f = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0.0, 0xFF800000, 0xFFC00000, -2.0]> : tensor<7xf32>
  %a = "stablehlo.sort"(%f) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xf32>) -> tensor<7xf32>
  %ab = stablehlo.bitcast_convert %a : (tensor<7xf32>) -> tensor<7xui32>
  check.expect_eq_const %ab, dense<[0xFFC00000, 0xFF800000, 0xC0000000, 0x80000000, 0, 0x3F800000, 0x7FC00000]> : tensor<7xui32>
  // Zeros of either sign are equal without it: they keep their order, and so do what goes with them.
  %g = stablehlo.constant dense<[0.0, -0.0, 3.0, 0.0]> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %b:2 = "stablehlo.sort"(%g, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<i32>, %v: tensor<i32>):
    %p = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  check.expect_eq_const %b#1, dense<[2, 0, 1, 3]> : tensor<4xi32>
  // Along the outer dimension, of a view, descending; the arguments in the other order.
  %m = stablehlo.constant dense<[[3, 1], [1, 2], [2, 3]]> : tensor<3x2xi8>
  %t = stablehlo.transpose %m, dims = [1, 0] : (tensor<3x2xi8>) -> tensor<2x3xi8>
  %c = "stablehlo.sort"(%t) <{dimension = -1 : i64}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %p = stablehlo.compare LT, %y, %x, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x3xi8>) -> tensor<2x3xi8>
  check.expect_eq_const %c, dense<[[3, 2, 1], [3, 2, 1]]> : tensor<2x3xi8>
  %c0 = "stablehlo.sort"(%m) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %p = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x2xi8>) -> tensor<3x2xi8>
  check.expect_eq_const %c0, dense<[[1, 1], [2, 2], [3, 3]]> : tensor<3x2xi8>
  // Two keys, the second descending and of 64 bits; the values of the first are not read.
  %k = stablehlo.constant dense<[1, 0, 1, 0, 1]> : tensor<5xui8>
  %l = stablehlo.constant dense<[-5, 7, 8589934592, 8, 2]> : tensor<5xi64>
  %d:2 = "stablehlo.sort"(%k, %l) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>, %u: tensor<i64>, %v: tensor<i64>):
    %p = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %q = stablehlo.compare EQ, %x, %y, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %r = stablehlo.compare GT, %u, %v, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %s = stablehlo.and %q, %r : tensor<i1>
    %o = stablehlo.or %p, %s : tensor<i1>
    stablehlo.return %o : tensor<i1>
  }) : (tensor<5xui8>, tensor<5xi64>) -> (tensor<5xui8>, tensor<5xi64>)
  check.expect_eq_const %d#1, dense<[8, 7, 8589934592, 2, -5]> : tensor<5xi64>
  // By a function of the elements, and of a value from outside.
  %three = stablehlo.constant dense<3> : tensor<i64>
  %e = "stablehlo.sort"(%l) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %u = stablehlo.remainder %x, %three : tensor<i64>
    %v = stablehlo.remainder %y, %three : tensor<i64>
    %p = stablehlo.compare LT, %u, %v, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi64>) -> tensor<5xi64>
  check.expect_eq_const %e, dense<[-5, 7, 8589934592, 8, 2]> : tensor<5xi64>
  // A comparator of another form is called.
  %h:2 = "stablehlo.sort"(%m, %m) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>, %u: tensor<i8>, %v: tensor<i8>):
    %p = stablehlo.compare GE, %u, %y, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %n = stablehlo.not %p : tensor<i1>
    stablehlo.return %n : tensor<i1>
  }) : (tensor<3x2xi8>, tensor<3x2xi8>) -> (tensor<3x2xi8>, tensor<3x2xi8>)
  check.expect_eq_const %h#0, dense<[[1, 1], [2, 2], [3, 3]]> : tensor<3x2xi8>
  // Long lines: 7919 i mod 65536 of all i, so that every number comes once.
  %j = stablehlo.iota dim = 0 : tensor<65536xi32>
  %w = stablehlo.constant dense<7919> : tensor<65536xi32>
  %mask = stablehlo.constant dense<65535> : tensor<65536xi32>
  %jw = stablehlo.multiply %j, %w : tensor<65536xi32>
  %mixed = stablehlo.and %jw, %mask : tensor<65536xi32>
  %sorted:2 = "stablehlo.sort"(%mixed, %j) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %u: tensor<i32>, %v: tensor<i32>):
    %p = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<65536xi32>, tensor<65536xi32>) -> (tensor<65536xi32>, tensor<65536xi32>)
  check.expect_eq %sorted#0, %j : tensor<65536xi32>
  %back = stablehlo.multiply %sorted#1, %w : tensor<65536xi32>
  %again = stablehlo.and %back, %mask : tensor<65536xi32>
  check.expect_eq %again, %j : tensor<65536xi32>
  // The largest three and where they are.
  %values, %where = chlo.top_k(%mixed, k = 3) : tensor<65536xi32> -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %values, dense<[65535, 65534, 65533]> : tensor<3xi32>
  return
}
