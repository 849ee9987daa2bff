// RUN: sdyc run %s
// Rows of few elements, whose truths are fields of bits and whose best elements are found column by
// column, sixteen rows at a time: also rows that are left over, and rows with NaNs.
func.func public @main() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
    %x2 = stablehlo.constant dense<[[false, false], [false, true], [true, false], [true, false], [false, true],
      [true, true], [true, true], [true, true], [false, false], [false, false], [true, true], [false, true], [true,
      true], [true, false], [false, true], [true, true], [true, true], [false, true], [true, true], [false, true],
      [true, false], [true, false], [false, false], [true, true], [true, false], [true, true], [true, true], [true,
      true], [false, true], [false, true], [false, false], [false, true], [true, true], [true, true], [false, true],
      [false, true], [false, false], [true, false], [false, false], [true, true], [true, false], [true, true],
      [false, false], [true, true], [true, true], [true, false], [true, true], [true, false], [true, true], [true,
      true], [false, false], [true, true], [false, true], [true, false], [true, true], [false, false], [true,
      false], [true, false], [false, true], [true, false], [true, false], [false, true], [false, true], [true,
      true], [true, true], [false, true], [true, true], [false, true], [false, true], [true, false]]> :
      tensor<70x2xi1>
    %a2 = stablehlo.reduce(%x2 init: %false) applies stablehlo.or across dimensions = [1] : (tensor<70x2xi1>,
      tensor<i1>) -> tensor<70xi1>
    check.expect_eq_const %a2, dense<[false, true, true, true, true, true, true, true, false, false, true, true,
      true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true,
      false, true, true, true, true, true, false, true, false, true, true, true, false, true, true, true, true,
      true, true, true, false, true, true, true, true, false, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true]> : tensor<70xi1>
    %y2 = stablehlo.constant dense<[[true, false], [false, true], [false, true], [false, false], [false, true],
      [false, true], [true, true], [true, true], [false, false], [false, false], [false, true], [true, false],
      [true, false], [false, true], [false, true], [false, true], [true, false], [false, false], [true, true],
      [true, false], [true, true], [true, false], [true, false], [false, false], [false, false], [false, false],
      [false, false], [false, true], [false, false], [true, false], [true, true], [true, false], [false, false],
      [true, true], [true, false], [false, false], [false, true], [true, false], [true, true], [false, true], [true,
      false], [false, true], [true, false], [true, true], [true, true], [false, true], [true, true], [false, false],
      [true, false], [false, true], [false, false], [false, true], [false, false], [false, true], [true, false],
      [false, false], [false, false], [false, false], [false, true], [false, false], [false, true], [false, false],
      [false, false], [true, false], [false, true], [true, false], [false, true], [false, true], [false, true],
      [true, true]]> : tensor<70x2xi1>
    %b2 = stablehlo.reduce(%y2 init: %true) applies stablehlo.and across dimensions = [1] : (tensor<70x2xi1>,
      tensor<i1>) -> tensor<70xi1>
    check.expect_eq_const %b2, dense<[false, false, false, false, false, false, true, true, false, false, false,
      false, false, false, false, false, false, false, true, false, true, false, false, false, false, false, false,
      false, false, false, true, false, false, true, false, false, false, false, true, false, false, false, false,
      true, true, false, true, false, false, false, false, false, false, false, false, false, false, false, false,
      false, false, false, false, false, false, false, false, false, false, true]> : tensor<70xi1>
    %x5 = stablehlo.constant dense<[[false, false, true, false, false], [true, false, false, false, false], [true,
      true, false, false, false], [false, false, false, false, false], [false, true, false, false, false], [false,
      false, false, true, false], [false, false, false, false, false], [false, false, false, true, false], [false,
      true, false, false, false], [true, true, false, true, true], [false, false, false, true, false], [true, false,
      true, false, true], [false, false, false, false, true], [false, false, false, false, false], [true, true,
      true, false, true], [true, false, false, true, false], [false, false, false, false, false], [false, false,
      false, false, true], [true, true, false, false, true], [false, true, false, false, false], [true, false,
      false, true, true], [false, false, false, false, false], [false, false, false, false, false], [true, false,
      true, false, false], [false, false, true, false, true], [false, false, false, false, false], [false, false,
      false, false, false]]> : tensor<27x5xi1>
    %a5 = stablehlo.reduce(%x5 init: %false) applies stablehlo.or across dimensions = [1] : (tensor<27x5xi1>,
      tensor<i1>) -> tensor<27xi1>
    check.expect_eq_const %a5, dense<[true, true, true, false, true, true, false, true, true, true, true, true,
      true, false, true, true, false, true, true, true, true, false, false, true, true, false, false]> :
      tensor<27xi1>
    %y5 = stablehlo.constant dense<[[true, true, true, true, false], [true, true, false, true, false], [true, true,
      true, true, true], [true, false, true, true, true], [false, true, true, true, false], [true, false, false,
      true, false], [true, true, true, true, true], [true, true, true, true, true], [true, true, true, true, true],
      [true, true, true, true, true], [true, true, true, true, true], [false, true, true, true, true], [true, true,
      true, true, false], [true, true, true, true, true], [true, true, true, true, true], [true, true, true, true,
      true], [false, true, true, true, false], [true, true, true, true, true], [true, true, true, false, true],
      [true, true, false, true, true], [true, false, true, true, true], [true, true, true, true, true], [true,
      false, true, true, true], [true, false, true, true, true], [false, false, true, true, true], [true, true,
      true, true, true], [true, true, true, true, false]]> : tensor<27x5xi1>
    %b5 = stablehlo.reduce(%y5 init: %true) applies stablehlo.and across dimensions = [1] : (tensor<27x5xi1>,
      tensor<i1>) -> tensor<27xi1>
    check.expect_eq_const %b5, dense<[false, false, true, false, false, false, true, true, true, true, true, false,
      false, true, true, true, false, true, false, false, false, true, false, false, false, true, false]> :
      tensor<27xi1>
    %x8 = stablehlo.constant dense<[[false, false, true, true, false, false, false, true], [false, false, false,
      true, false, false, false, false], [false, false, false, false, false, false, false, false], [false, true,
      false, false, false, false, false, false], [true, false, true, false, false, false, false, false], [false,
      false, false, false, false, false, true, false], [false, false, false, false, false, true, true, false],
      [false, false, false, false, false, false, false, false], [true, false, false, true, false, false, false,
      false], [false, false, false, true, false, true, false, true], [false, false, true, false, false, false,
      false, false], [false, false, false, false, false, false, false, false], [false, false, true, false, false,
      false, false, false], [false, false, false, false, false, true, false, false], [false, true, false, false,
      false, false, false, false], [false, true, true, false, false, false, true, false], [false, false, true,
      false, false, false, true, false], [false, false, false, false, false, true, false, false], [true, false,
      false, false, false, false, false, false]]> : tensor<19x8xi1>
    %a8 = stablehlo.reduce(%x8 init: %false) applies stablehlo.or across dimensions = [1] : (tensor<19x8xi1>,
      tensor<i1>) -> tensor<19xi1>
    check.expect_eq_const %a8, dense<[true, true, false, true, true, true, true, false, true, true, true, false,
      true, true, true, true, true, true, true]> : tensor<19xi1>
    %y8 = stablehlo.constant dense<[[true, true, true, true, true, true, true, true], [true, false, true, true,
      true, true, true, true], [true, true, false, true, true, false, true, true], [true, true, false, true, true,
      true, true, false], [true, true, true, true, true, false, true, true], [true, false, true, true, true, false,
      true, true], [true, true, true, true, false, true, false, true], [false, true, true, true, true, false, true,
      true], [true, true, true, true, true, true, true, true], [true, false, true, true, true, false, true, true],
      [false, true, true, false, true, false, false, true], [true, false, true, true, false, true, true, true],
      [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [true,
      true, true, true, true, true, false, false], [true, true, true, true, true, true, true, true], [true, true,
      true, true, true, false, true, true], [true, true, false, true, true, true, true, true], [true, true, true,
      false, true, true, true, true]]> : tensor<19x8xi1>
    %b8 = stablehlo.reduce(%y8 init: %true) applies stablehlo.and across dimensions = [1] : (tensor<19x8xi1>,
      tensor<i1>) -> tensor<19xi1>
    check.expect_eq_const %b8, dense<[true, false, false, false, false, false, false, false, true, false, false,
      false, true, true, false, true, false, false, false]> : tensor<19xi1>
    %x33 = stablehlo.constant dense<[[false, false, false, false, false, false, false, false, false, false, false,
      true, true, false, false, false, false, false, true, false, false, false, false, true, false, false, false,
      false, false, false, true, false, true], [false, false, false, false, false, false, false, false, false,
      false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false,
      false, false, false, true, false, false, false, false], [false, false, false, true, false, false, false,
      false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
      false, false, false, false, false, false, false, false, false, false, false], [true, false, false, false,
      false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false,
      false, false, false, false, false, false, false, false, false, false, false, false, false], [false, false,
      false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
      false, false, false, false, false, false, false, false, false, true, false, false, false, false, false,
      false]]> : tensor<5x33xi1>
    %a33 = stablehlo.reduce(%x33 init: %false) applies stablehlo.or across dimensions = [1] : (tensor<5x33xi1>,
      tensor<i1>) -> tensor<5xi1>
  check.expect_eq_const %a33, dense<[true, true, true, true, true]> : tensor<5xi1>
    %y33 = stablehlo.constant dense<[[true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, false, true, true, false, true, true, true, true, true, true, true, true, true, true,
      true, true], [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true], [true,
      true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true], [true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
      true, true, true, true, true, true, true, true]]> : tensor<5x33xi1>
    %b33 = stablehlo.reduce(%y33 init: %true) applies stablehlo.and across dimensions = [1] : (tensor<5x33xi1>,
      tensor<i1>) -> tensor<5xi1>
  check.expect_eq_const %b33, dense<[false, false, false, false, true]> : tensor<5xi1>
    %f3 = stablehlo.constant dense<[[1.0, 2.0, -1.0], [-2.0, -3.0, -2.0], [1.0, 0.0, -2.0], [-1.0, 0.0, 1.0], [-1.0,
      -1.0, -4.0], [-2.0, 3.0, -4.0], [-1.0, 0.0, -1.0], [-2.0, -0.0, -0.0], [-0.0, -4.0, -0.0], [-2.0, -1.0, 0.0],
      [1.0, 2.0, -1.0], [2.0, 2.0, 2.0], [3.0, -0.0, -0.0], [2.0, -3.0, 0.0], [-1.0, -1.0, -3.0], [-2.0, -0.0, 2.0],
      [2.0, -0.0, -0.0], [-2.0, 1.0, -0.0], [1.0, 4.0, -0.0], [-3.0, -2.0, -3.0], [-2.0, 3.0, 0.0], [-3.0, 1.0,
      3.0], [-1.0, -1.0, -1.0], [1.0, 1.0, 2.0], [2.0, 2.0, 3.0], [1.0, -3.0, -0.0], [1.0, -1.0, 2.0], [-1.0, -2.0,
      3.0], [1.0, 0.0, 2.0], [2.0, 1.0, -5.0], [-1.0, -1.0, -2.0], [0.0, 2.0, -1.0], [-2.0, 4.0, -1.0], [-2.0, 0.0,
      1.0], [-1.0, 2.0, -1.0]]> : tensor<35x3xf32>
  %i3 = stablehlo.iota dim = 1 : tensor<35x3xi32>
    %p3:2 = stablehlo.reduce(%f3 init: %low), (%i3 init: %zero) across dimensions = [1] : (tensor<35x3xf32>,
      tensor<35x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<35xf32>, tensor<35xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
    check.expect_eq_const %p3#1, dense<[1, 0, 0, 2, 0, 1, 1, 1, 0, 2, 1, 0, 0, 0, 0, 2, 0, 1, 1, 1, 1, 2, 0, 2, 2,
      0, 2, 2, 2, 0, 0, 1, 1, 2, 1]> : tensor<35xi32>
    %f4 = stablehlo.constant dense<[[-2.0, 0.0, 2.0, -1.0], [1.0, -0.0, 6.0, -1.0], [3.0, -0.0, -0.0, 1.0], [2.0,
      3.0, 1.0, -1.0], [-1.0, 1.0, 1.0, 3.0], [1.0, 2.0, 3.0, 0.0], [-3.0, -2.0, -3.0, 3.0], [-2.0, 2.0, 1.0, 3.0],
      [2.0, -0.0, -0.0, 0.0], [0.0, -1.0, -0.0, 3.0], [-3.0, 1.0, -2.0, 0.0], [2.0, -0.0, 2.0, -3.0], [2.0, -1.0,
      1.0, 0.0], [-5.0, -2.0, 0.0, 3.0], [1.0, 1.0, -3.0, 3.0], [4.0, 0.0, -0.0, -3.0], [2.0, 5.0, 1.0, 3.0], [1.0,
      -2.0, 3.0, -2.0], [-0.0, 1.0, 2.0, 1.0], [1.0, -2.0, -3.0, 0.0], [-1.0, -3.0, 0x7FC00000, -1.0], [-4.0, -3.0,
      -3.0, 0.0], [1.0, 4.0, -3.0, -1.0], [2.0, -0.0, -1.0, 3.0], [-1.0, -2.0, -3.0, 1.0], [1.0, -3.0, -2.0, 1.0],
      [1.0, -1.0, 1.0, 1.0], [-4.0, -1.0, 1.0, -1.0], [-4.0, -1.0, 2.0, 3.0], [-4.0, 5.0, -2.0, 2.0], [2.0, 2.0,
      0.0, -2.0], [1.0, -1.0, -5.0, 6.0], [1.0, 4.0, -2.0, 3.0], [3.0, 3.0, -0.0, 0x7FC00000], [-0.0, -4.0, -3.0,
      0.0]]> : tensor<35x4xf32>
  %i4 = stablehlo.iota dim = 1 : tensor<35x4xi32>
    %p4:2 = stablehlo.reduce(%f4 init: %low), (%i4 init: %zero) across dimensions = [1] : (tensor<35x4xf32>,
      tensor<35x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<35xf32>, tensor<35xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
    check.expect_eq_const %p4#1, dense<[2, 2, 0, 1, 3, 2, 3, 3, 0, 3, 1, 0, 0, 3, 3, 0, 1, 2, 2, 0, 2, 3, 1, 3, 3,
      0, 0, 2, 3, 1, 0, 3, 1, 3, 0]> : tensor<35xi32>
    %f7 = stablehlo.constant dense<[[-2.0, -0.0, -0.0, 4.0, 3.0, -0.0, 2.0], [-2.0, -1.0, 2.0, -2.0, -1.0, -3.0,
      0.0], [3.0, -2.0, 0.0, -2.0, -2.0, -2.0, 3.0], [5.0, 1.0, -1.0, 1.0, -1.0, 2.0, 1.0], [1.0, 1.0, -1.0, -1.0,
      -3.0, -1.0, -3.0], [-0.0, -2.0, 0.0, 1.0, -3.0, -2.0, -2.0], [1.0, 3.0, 2.0, -1.0, 3.0, -3.0, 3.0], [-1.0,
      -6.0, 5.0, 3.0, -2.0, 0.0, -0.0], [0.0, -3.0, -1.0, 1.0, 0.0, 2.0, 0.0], [5.0, -1.0, 1.0, -4.0, -3.0, 3.0,
      -2.0], [1.0, -0.0, -2.0, -1.0, -1.0, -1.0, 2.0], [1.0, -1.0, -2.0, 1.0, -0.0, 2.0, 5.0], [2.0, -0.0, -0.0,
      -2.0, -2.0, -2.0, -1.0], [-1.0, 1.0, -1.0, -0.0, -2.0, 3.0, 1.0], [4.0, 2.0, 3.0, -0.0, 1.0, 5.0, -2.0], [2.0,
      3.0, 1.0, 2.0, 3.0, -1.0, 1.0], [-2.0, -1.0, -1.0, -0.0, 0.0, 1.0, -3.0], [4.0, 2.0, 1.0, -1.0, -0.0, 1.0,
      1.0], [-3.0, 2.0, 6.0, -4.0, 2.0, 1.0, -0.0], [3.0, -2.0, 0.0, 3.0, -0.0, -1.0, 0.0], [-1.0, 3.0, 0x7FC00000,
      2.0, -3.0, 1.0, -0.0], [-5.0, -0.0, -2.0, -1.0, 3.0, -2.0, -2.0], [3.0, 0.0, 3.0, 1.0, -2.0, -0.0, 3.0], [2.0,
      0.0, 0.0, -0.0, -1.0, 4.0, 0.0], [-2.0, -1.0, 1.0, 1.0, -0.0, -1.0, 0.0], [-3.0, -3.0, 2.0, -1.0, 1.0, 3.0,
      1.0], [0.0, 4.0, 1.0, -1.0, 2.0, 1.0, -2.0], [0.0, -0.0, -4.0, -0.0, -1.0, -1.0, -3.0], [-1.0, -0.0, 0.0,
      -2.0, 1.0, -2.0, -0.0], [3.0, -1.0, -1.0, 2.0, -1.0, -1.0, 0.0], [2.0, -5.0, -2.0, -2.0, -2.0, -2.0, -2.0],
      [1.0, -2.0, 0.0, 1.0, -1.0, 0.0, 3.0], [1.0, -1.0, -0.0, -2.0, 1.0, 2.0, -2.0], [-0.0, 2.0, -1.0, 0.0, -2.0,
      -2.0, 0x7FC00000], [4.0, -1.0, -1.0, -1.0, -0.0, 1.0, 0.0]]> : tensor<35x7xf32>
  %i7 = stablehlo.iota dim = 1 : tensor<35x7xi32>
    %p7:2 = stablehlo.reduce(%f7 init: %low), (%i7 init: %zero) across dimensions = [1] : (tensor<35x7xf32>,
      tensor<35x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<35xf32>, tensor<35xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
    check.expect_eq_const %p7#1, dense<[3, 2, 0, 0, 0, 3, 1, 2, 5, 0, 6, 6, 0, 5, 5, 1, 5, 0, 2, 0, 2, 4, 0, 5, 2,
      5, 1, 0, 4, 0, 0, 6, 5, 6, 0]> : tensor<35xi32>
    %f11 = stablehlo.constant dense<[[4.0, 0.0, 3.0, 1.0, 1.0, -3.0, -0.0, -0.0, -0.0, -4.0, 2.0], [-1.0, -1.0,
      -1.0, -0.0, 1.0, -3.0, -2.0, 1.0, 0.0, -1.0, -1.0], [-2.0, -0.0, 2.0, -2.0, 3.0, 2.0, -1.0, 2.0, -3.0, -3.0,
      -3.0], [-1.0, -1.0, -1.0, 0.0, -4.0, 1.0, -3.0, -1.0, -1.0, -2.0, -3.0], [-2.0, -0.0, 1.0, 1.0, -2.0, -2.0,
      -2.0, 1.0, -4.0, 2.0, -1.0], [-2.0, 1.0, 2.0, 1.0, 2.0, 0.0, 2.0, 2.0, -0.0, 3.0, 0.0], [0.0, -2.0, -1.0, 2.0,
      -3.0, 1.0, 1.0, 1.0, -4.0, -0.0, 1.0], [-2.0, 0.0, -5.0, 1.0, -1.0, 2.0, -4.0, 1.0, -0.0, 2.0, -2.0], [-1.0,
      4.0, -2.0, -1.0, -1.0, -2.0, 2.0, 3.0, -1.0, -3.0, 2.0], [2.0, 2.0, 2.0, -2.0, -0.0, -3.0, -3.0, 2.0, -1.0,
      5.0, 0.0], [-1.0, 2.0, 4.0, 1.0, -2.0, 1.0, 3.0, -1.0, -2.0, 2.0, 0.0], [-2.0, -1.0, -2.0, 1.0, 0.0, 2.0, 1.0,
      -3.0, 1.0, 2.0, 1.0], [2.0, -1.0, -2.0, 2.0, -2.0, -4.0, 2.0, -1.0, -1.0, -3.0, -3.0], [-2.0, -1.0, 1.0, -5.0,
      2.0, -2.0, -2.0, 1.0, -0.0, -3.0, 4.0], [-2.0, 0.0, 0.0, 3.0, -1.0, 2.0, -1.0, 2.0, -2.0, -1.0, 4.0], [1.0,
      0.0, 4.0, 1.0, -2.0, 1.0, -2.0, 2.0, 2.0, -1.0, -1.0], [0.0, 0.0, -2.0, 1.0, -4.0, -1.0, -1.0, -1.0, 1.0,
      -2.0, 1.0], [-0.0, -1.0, -3.0, -2.0, 1.0, -2.0, 0.0, 2.0, 2.0, 3.0, -1.0], [-2.0, 2.0, 1.0, 2.0, 0.0, 2.0,
      2.0, 1.0, 1.0, 1.0, 0.0], [0.0, 2.0, -1.0, 3.0, -0.0, 2.0, -0.0, -0.0, 4.0, -1.0, -3.0], [-1.0, -1.0,
      0x7FC00000, 0.0, 2.0, -2.0, 1.0, 1.0, 4.0, -1.0, 1.0], [1.0, -2.0, -0.0, -1.0, -5.0, 1.0, 1.0, -1.0, -3.0,
      3.0, 1.0], [2.0, 3.0, -1.0, 2.0, -0.0, -0.0, -0.0, -0.0, 2.0, 0.0, -0.0], [-1.0, 1.0, -2.0, -1.0, -0.0, -1.0,
      -0.0, -1.0, 4.0, 3.0, 1.0], [-0.0, 4.0, 1.0, -0.0, 1.0, 1.0, 3.0, -0.0, 4.0, -2.0, 1.0], [-2.0, 4.0, -1.0,
      -0.0, 2.0, 3.0, -2.0, -1.0, -3.0, 0.0, -0.0], [-1.0, -1.0, -1.0, -1.0, 1.0, 3.0, -4.0, -0.0, -1.0, 1.0, -2.0],
      [-0.0, -2.0, 1.0, 0.0, -0.0, 1.0, -0.0, -3.0, 1.0, 1.0, -0.0], [2.0, 2.0, -2.0, -2.0, 3.0, 3.0, -1.0, -2.0,
      -1.0, -1.0, -3.0], [0.0, -3.0, -2.0, 2.0, -1.0, -0.0, 1.0, 2.0, -1.0, 0.0, -2.0], [3.0, 1.0, -2.0, 0.0, 1.0,
      1.0, 4.0, 3.0, -1.0, -0.0, -3.0], [0.0, 0.0, 5.0, 0.0, -4.0, -1.0, 0.0, -3.0, -2.0, -1.0, 1.0], [-0.0, -2.0,
      2.0, -1.0, -1.0, -3.0, -2.0, 1.0, -3.0, -0.0, 1.0], [-1.0, 0.0, -2.0, 3.0, 2.0, 0.0, -4.0, -2.0, 2.0, 3.0,
      0x7FC00000], [2.0, -1.0, -0.0, 0.0, 1.0, -3.0, 2.0, 3.0, -2.0, -3.0, 1.0]]> : tensor<35x11xf32>
  %i11 = stablehlo.iota dim = 1 : tensor<35x11xi32>
    %p11:2 = stablehlo.reduce(%f11 init: %low), (%i11 init: %zero) across dimensions = [1] : (tensor<35x11xf32>,
      tensor<35x11xi32>, tensor<f32>, tensor<i32>) -> (tensor<35xf32>, tensor<35xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
    check.expect_eq_const %p11#1, dense<[0, 4, 4, 5, 9, 9, 3, 5, 1, 9, 2, 5, 0, 10, 10, 2, 3, 9, 1, 8, 2, 9, 1, 8,
      1, 1, 5, 2, 4, 3, 6, 2, 2, 10, 7]> : tensor<35xi32>
  return
}
