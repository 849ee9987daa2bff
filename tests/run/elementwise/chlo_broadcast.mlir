// Broadcasting operations of chlo: by rank, by dimensions given, along dimensions of size one.
// RUN: sdyc run %s
func.func public @main() {
  %a = stablehlo.constant dense<[[6, 5], [12, -7]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %column = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %0 = chlo.broadcast_subtract %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[3, 3], [9, -9]]> : tensor<2x2xi32>
  %1 = chlo.broadcast_multiply %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[18, 10], [36, -14]]> : tensor<2x2xi32>
  %2 = chlo.broadcast_divide %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[2, 2], [4, -3]]> : tensor<2x2xi32>
  %3 = chlo.broadcast_remainder %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[0, 1], [0, -1]]> : tensor<2x2xi32>
  %4 = chlo.broadcast_maximum %column, %b : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %4, dense<[[3, 2], [3, 2]]> : tensor<2x2xi32>
  %5 = chlo.broadcast_minimum %column, %b : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %5, dense<[[1, 1], [2, 2]]> : tensor<2x2xi32>
  %6 = chlo.broadcast_and %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %6, dense<[[2, 0], [0, 0]]> : tensor<2x2xi32>
  %7 = chlo.broadcast_or %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %7, dense<[[7, 7], [15, -5]]> : tensor<2x2xi32>
  %8 = chlo.broadcast_xor %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %8, dense<[[5, 7], [15, -5]]> : tensor<2x2xi32>
  %9 = chlo.broadcast_shift_left %a, %column : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %9, dense<[[12, 10], [48, -28]]> : tensor<2x2xi32>
  %10 = chlo.broadcast_shift_right_arithmetic %a, %column : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %10, dense<[[3, 2], [3, -2]]> : tensor<2x2xi32>
  %11 = chlo.broadcast_shift_right_logical %a, %column : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %11, dense<[[3, 2], [3, 1073741822]]> : tensor<2x2xi32>
  %12 = chlo.broadcast_power %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %12, dense<[[216, 25], [1728, 49]]> : tensor<2x2xi32>

  %x = stablehlo.constant dense<[[1.0, -2.0], [0.5, 4.0]]> : tensor<2x2xf64>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %one = chlo.constant dense<1.0> : tensor<f64>
  %13 = chlo.broadcast_atan2 %x, %one : (tensor<2x2xf64>, tensor<f64>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %13, dense<[[0.7853981633974483, -1.1071487177940904], [0.4636476090008061, 1.3258176636680326]]> : tensor<2x2xf64>
  %14 = chlo.broadcast_complex %x, %y : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2x2xcomplex<f64>>
  check.expect_eq_const %14, dense<[[(1.0, 2.0), (-2.0, 3.0)], [(0.5, 2.0), (4.0, 3.0)]]> : tensor<2x2xcomplex<f64>>
  %17 = chlo.broadcast_zeta %y, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_almost_eq_const %17, dense<[1.6449340668482264, 1.2020569031595942]> : tensor<2xf64>
  %18 = chlo.broadcast_polygamma %one, %y : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
  check.expect_almost_eq_const %18, dense<[0.6449340668482264, 0.3949340668482264]> : tensor<2xf64>
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %19 = chlo.broadcast_select %p, %x, %one : (tensor<2xi1>, tensor<2x2xf64>, tensor<f64>) -> tensor<2x2xf64>
  check.expect_eq_const %19, dense<[[1.0, 1.0], [0.5, 1.0]]> : tensor<2x2xf64>
  %z = stablehlo.constant dense<[(0.5, 0.25), (3.0, -4.0)]> : tensor<2xcomplex<f64>>
  %20 = chlo._asin_acos_kernel %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  return
}
