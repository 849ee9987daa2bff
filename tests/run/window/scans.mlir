// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  // Along either dimension, forwards and backwards.
  %rows = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %rows, dense<[[1, 3, 6], [4, 9, 15]]> : tensor<2x3xi32>
  %columns = "stablehlo.reduce_window"(%a, %one) <{window_dimensions = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.multiply %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %columns, dense<[[4, 10, 18], [4, 5, 6]]> : tensor<2x3xi32>
  // An initial value that is not the identity comes once.
  %least = stablehlo.constant dense<4> : tensor<i32>
  %max = "stablehlo.reduce_window"(%a, %least) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [0, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %max, dense<[[4, 4, 4], [6, 6, 6]]> : tensor<2x3xi32>
  // A view, reversed and cut, is read where it is.
  %cut = stablehlo.slice %a [0:2, 1:3] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  %turned = stablehlo.reverse %cut, dims = [1] : tensor<2x2xi32>
  %view = "stablehlo.reduce_window"(%turned, %zero) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %view, dense<[[3, 5], [6, 11]]> : tensor<2x2xi32>
  // The logarithm of a running sum of exponentials, as JAX prints it.
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %f = stablehlo.constant dense<[0.0, 0.0, 1000.0]> : tensor<3xf32>
  %log = "stablehlo.reduce_window"(%f, %low) <{window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    %2 = stablehlo.subtract %x, %y : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %x, %y : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_almost_eq_const %log, dense<[0.0, 0.693147, 1000.0]> : tensor<3xf32>
  // A chlo.scan of one operation; what it carries is the last of its results.
  %none = stablehlo.constant dense<0> : tensor<2xi32>
  %fold:2 = chlo.scan(%a) inits (%none) dimension=1 attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xi32>, %carry: tensor<2xi32>):
    %s = stablehlo.add %x, %carry : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %fold#0, dense<[[6, 5, 3], [15, 11, 6]]> : tensor<2x3xi32>
  check.expect_eq_const %fold#1, dense<[6, 15]> : tensor<2xi32>
  // Along a dimension without elements nothing is done: what is carried stays.
  %empty = stablehlo.constant dense<> : tensor<2x0xi32>
  %three = stablehlo.constant dense<3> : tensor<2xi32>
  %nothing:2 = chlo.scan(%empty) inits (%three) dimension=1 attributes {is_reverse = false} {
  ^bb0(%x: tensor<2xi32>, %carry: tensor<2xi32>):
    %s = stablehlo.multiply %x, %carry : tensor<2xi32>
    %t = stablehlo.add %s, %x : tensor<2xi32>
    stablehlo.return %s, %t : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x0xi32>, tensor<2xi32>) -> (tensor<2x0xi32>, tensor<2xi32>)
  check.expect_eq_const %nothing#1, dense<3> : tensor<2xi32>
  // One long line takes three phases.
  %ones = stablehlo.constant dense<1> : tensor<1000000xi32>
  %long = "stablehlo.reduce_window"(%ones, %zero) <{window_dimensions = array<i64: 1000000>, padding = dense<[[999999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1000000xi32>, tensor<i32>) -> tensor<1000000xi32>
  %count = stablehlo.iota dim = 0 : tensor<1000000xi32>
  %expected = stablehlo.add %count, %ones : tensor<1000000xi32>
  check.expect_eq %long, %expected : tensor<1000000xi32>
  return
}
