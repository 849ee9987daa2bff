// Functions of chlo, which run as what chlo-legalize-to-stablehlo makes of them. Expected numbers are those
// of NumPy and SciPy.
// RUN: sdyc run %s
func.func public @main() {
  %x0 = stablehlo.constant dense<[-1.0, -0.3, 0.0, 0.9]> : tensor<4xf64>
  %asin = chlo.asin %x0 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %asin, dense<[-1.5707963267948966, -0.30469265401539747, 0.0, 1.1197695149986342]> : tensor<4xf64>
  %x1 = stablehlo.constant dense<[-1.0, -0.3, 0.0, 0.9]> : tensor<4xf64>
  %acos = chlo.acos %x1 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %acos, dense<[3.141592653589793, 1.8754889808102941, 1.5707963267948966, 0.45102681179626236]> : tensor<4xf64>
  %x2 = stablehlo.constant dense<[-9.0, -0.3, 0.0, 1.5]> : tensor<4xf64>
  %atan = chlo.atan %x2 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %atan, dense<[-1.460139105621001, -0.2914567944778671, 0.0, 0.982793723247329]> : tensor<4xf64>
  %x3 = stablehlo.constant dense<[-1.0e+200, -0.3, 1.0e-09, 3.0]> : tensor<4xf64>
  %asinh = chlo.asinh %x3 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %asinh, dense<[-461.2101657793691, -0.29567304756342244, 1.0e-09, 1.8184464592320668]> : tensor<4xf64>
  %x4 = stablehlo.constant dense<[1.0, 1.5, 40.0, 1.0e+300]> : tensor<4xf64>
  %acosh = chlo.acosh %x4 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %acosh, dense<[0.0, 0.9624236501192069, 4.381870348040067, 691.4686750787737]> : tensor<4xf64>
  %x5 = stablehlo.constant dense<[-0.9, -1.0e-09, 0.25, 0.75]> : tensor<4xf64>
  %atanh = chlo.atanh %x5 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %atanh, dense<[-1.4722194895832204, -1.0e-09, 0.25541281188299536, 0.9729550745276566]> : tensor<4xf64>
  %x6 = stablehlo.constant dense<[-3.0, -1.0e-07, 0.5, 9.0]> : tensor<4xf64>
  %sinh = chlo.sinh %x6 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %sinh, dense<[-10.017874927409903, -1.0000000000000017e-07, 0.5210953054937474, 4051.54190208279]> : tensor<4xf64>
  %x7 = stablehlo.constant dense<[-3.0, 0.0, 0.5, 9.0]> : tensor<4xf64>
  %cosh = chlo.cosh %x7 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %cosh, dense<[10.067661995777765, 1.0, 1.1276259652063807, 4051.542025492594]> : tensor<4xf64>
  %x8 = stablehlo.constant dense<[-1.0, 0.0, 0.5, 1.5]> : tensor<4xf64>
  %tan = chlo.tan %x8 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %tan, dense<[-1.5574077246549023, 0.0, 0.5463024898437905, 14.101419947171719]> : tensor<4xf64>
  %x9 = stablehlo.constant dense<[-2.0, 0.0, 0.5, 3.0]> : tensor<4xf64>
  %square = chlo.square %x9 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %square, dense<[4.0, 0.0, 0.25, 9.0]> : tensor<4xf64>
  %x10 = stablehlo.constant dense<[-2.5, -0.1, 0.75, 6.0]> : tensor<4xf64>
  %erf = chlo.erf %x10 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %erf, dense<[-0.999593047982555, -0.1124629160182849, 0.7111556336535151, 1.0]> : tensor<4xf64>
  %x11 = stablehlo.constant dense<[-2.5, 0.1, 3.0, 20.0]> : tensor<4xf64>
  %erfc = chlo.erfc %x11 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %erfc, dense<[1.999593047982555, 0.8875370839817152, 2.2090496998585445e-05, 5.395865611607901e-176]> : tensor<4xf64>
  %x12 = stablehlo.constant dense<[-0.999, -0.1, 0.5, 0.9999999]> : tensor<4xf64>
  %erf_inv = chlo.erf_inv %x12 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %erf_inv, dense<[-2.326753765513524, -0.08885599049425769, 0.4769362762044699, 3.766562581638471]> : tensor<4xf64>
  %x13 = stablehlo.constant dense<[-2.5, 0.25, 1.5, 171.5]> : tensor<4xf64>
  %lgamma = chlo.lgamma %x13 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %lgamma, dense<[-0.05624371649767401, 1.2880225246980774, -0.12078223763524526, 709.1431630309283]> : tensor<4xf64>
  %x14 = stablehlo.constant dense<[-2.5, 0.25, 1.5, 100.0]> : tensor<4xf64>
  %digamma = chlo.digamma %x14 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %digamma, dense<[1.1031566406452433, -4.2274535333762655, 0.03648997397857652, 4.600161852738088]> : tensor<4xf64>
  %x15 = stablehlo.constant dense<[-20.0, -0.5, 3.0, 8.5]> : tensor<4xf64>
  %bessel_i1e = chlo.bessel_i1e %x15 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %bessel_i1e, dense<[-0.08750622218328867, -0.15642080318487173, 0.19682671329730084, 0.13054935509459586]> : tensor<4xf64>
  %x16 = stablehlo.constant dense<[2.0, 1.5, 4.0, 3.0]> : tensor<4xf64>
  %x17 = stablehlo.constant dense<[1.0, 0.5, 2.5, 10.0]> : tensor<4xf64>
  %zeta = chlo.zeta %x16, %x17 : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %zeta, dense<[1.6449340668482266, 4.776537947554834, 0.037317641469542015, 0.005524917485401034]> : tensor<4xf64>
  %x18 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf64>
  %x19 = stablehlo.constant dense<[0.75, 1.5, 3.0, 0.5]> : tensor<4xf64>
  %polygamma = chlo.polygamma %x18, %x19 : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %polygamma, dense<[-1.0858608797864722, 0.9348022005446793, -0.15411380631918856, 97.40909103400242]> : tensor<4xf64>
  %narrow = stablehlo.constant dense<[-2.5, 0.25, 1.5, 30.0]> : tensor<4xf32>
  %erf32 = chlo.erf %narrow : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %erf32, dense<[-0.99959305, 0.27632639, 0.96610515, 1.0]> : tensor<4xf32>
  %lgamma32 = chlo.lgamma %narrow : tensor<4xf32> -> tensor<4xf32>
  %lgamma_want = stablehlo.constant dense<[-0.05624371649767401, 1.2880225246980774, -0.12078223763524526, 71.257038967168]> : tensor<4xf32>
  %off = stablehlo.subtract %lgamma32, %lgamma_want : tensor<4xf32>
  %size = stablehlo.abs %off : tensor<4xf32>
  %limit = stablehlo.constant dense<1.0e-4> : tensor<4xf32>
  %near = stablehlo.compare LT, %size, %limit : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %near, dense<true> : tensor<4xi1>
  %half = stablehlo.constant dense<[-0.5, 0.25]> : tensor<2xf16>
  %cosh16 = chlo.cosh %half : tensor<2xf16> -> tensor<2xf16>
  check.expect_almost_eq_const %cosh16, dense<[1.1276, 1.0314]> : tensor<2xf16>

  // Beyond numbers.
  %edge = stablehlo.constant dense<[0xFF800000, -1.0, 0.0, 0x7F800000]> : tensor<4xf32>
  %is_inf = chlo.is_inf %edge : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %is_inf, dense<[true, false, false, true]> : tensor<4xi1>
  %is_pos_inf = chlo.is_pos_inf %edge : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %is_pos_inf, dense<[false, false, false, true]> : tensor<4xi1>
  %is_neg_inf = chlo.is_neg_inf %edge : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %is_neg_inf, dense<[true, false, false, false]> : tensor<4xi1>
  %lgamma_edge = chlo.lgamma %edge : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %lgamma_edge, dense<0x7F800000> : tensor<4xf32>

  // The upper halves of products.
  %a = stablehlo.constant dense<[-9223372036854775808, -3, 4611686018427387904]> : tensor<3xi64>
  %b = stablehlo.constant dense<[-9223372036854775808, 5, 12]> : tensor<3xi64>
  %mulhi = chlo.mulhi %a, %b : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  check.expect_eq_const %mulhi, dense<[4611686018427387904, -1, 3]> : tensor<3xi64>
  %c = stablehlo.constant dense<[255, 16]> : tensor<2xui8>
  %mulhi8 = chlo.mulhi %c, %c : tensor<2xui8>, tensor<2xui8> -> tensor<2xui8>
  check.expect_eq_const %mulhi8, dense<[254, 1]> : tensor<2xui8>

  // Broadcasts and constants.
  %row = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %column = stablehlo.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %table = chlo.broadcast_add %column, %row : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %table, dense<[[11.0, 12.0, 13.0], [21.0, 22.0, 23.0]]> : tensor<2x3xf32>
  %order = chlo.broadcast_compare %row, %column {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xi1>
  check.expect_eq_const %order, dense<true> : tensor<2x3xi1>
  %seven = "chlo.constant_like"(%row) <{value = 7 : i32}> : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %seven, dense<7> : tensor<3xi32>

  // Groups of one and three rows, each with its own factor.
  %lhs = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %rhs = stablehlo.constant dense<[[[1.0], [0.0]], [[0.0], [10.0]]]> : tensor<2x2x1xf32>
  %sizes = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %ragged_dot = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<4x1xf32>
  check.expect_eq_const %ragged_dot, dense<[[1.0], [40.0], [60.0], [80.0]]> : tensor<4x1xf32>
  return
}
