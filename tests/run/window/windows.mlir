// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // Holes between the rows.
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[0, 0], [3, 4]]> : tensor<2x2xi32>
  %1:2 = "stablehlo.reduce_window"(%x, %x, %zero, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %s = stablehlo.add %a, %c : tensor<i32>
    %m = stablehlo.maximum %b, %d : tensor<i32>
    stablehlo.return %s, %m : tensor<i32>, tensor<i32>
  }) {window_dimensions = array<i64: 3, 1>, base_dilations = array<i64: 2, 1>} : (tensor<3x2xi32>, tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<3x2xi32>, tensor<3x2xi32>)
  check.expect_eq_const %1#0, dense<[[4, 6], [3, 4], [8, 10]]> : tensor<3x2xi32>
  check.expect_eq_const %1#1, dense<[[3, 4], [3, 4], [5, 6]]> : tensor<3x2xi32>

  // The gradient of a maximum over windows, and windows that overlap.
  %o = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi32>
  %u = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %2 = "stablehlo.select_and_scatter"(%o, %u, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x2xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  check.expect_eq_const %2, dense<[[0, 0], [0, 0], [5, 14], [7, 0]]> : tensor<4x2xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %v = stablehlo.constant dense<[[3]]> : tensor<1x1xi32>
  %3 = "stablehlo.select_and_scatter"(%o, %v, %ten) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 4, 2>} : (tensor<4x2xi32>, tensor<1x1xi32>, tensor<i32>) -> tensor<4x2xi32>
  check.expect_eq_const %3, dense<[[30, 10], [10, 10], [10, 10], [10, 10]]> : tensor<4x2xi32>
  // Windows of one element: every element is its own.
  %4 = "stablehlo.select_and_scatter"(%o, %o, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 1>} : (tensor<4x2xi32>, tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  check.expect_eq %4, %o : tensor<4x2xi32>
  return
}
