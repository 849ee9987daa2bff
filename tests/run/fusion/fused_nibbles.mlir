// Integers of 2 and 4 bits lie in bytes, as which a function of machine code reads them; bf16 and f16 have all of
// their numbers, and those of 8 bits, so that none are rounded. Whole vectors, and elements that are left.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func public @main() {
  %a_c = stablehlo.constant dense<[-8, -3, 2, 7, -4, 1, 6, -5, 0, 5, -6, -1, 4, -7, -2, 3, -8, -3, 2, 7, -4, 1, 6, -5, 0, 5, -6, -1, 4, -7, -2, 3, -8, -3, 2, 7, -4, 1, 6, -5]> : tensor<40xi4>
  %a = stablehlo.optimization_barrier %a_c : tensor<40xi4>
  %b_c = stablehlo.constant dense<[0, 7, 14, 5, 12, 3, 10, 1, 8, 15, 6, 13, 4, 11, 2, 9, 0, 7, 14, 5, 12, 3, 10, 1, 8, 15, 6, 13, 4, 11, 2, 9, 0, 7, 14, 5, 12, 3, 10, 1]> : tensor<40xui4>
  %b = stablehlo.optimization_barrier %b_c : tensor<40xui4>
  %d_c = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<40xi2>
  %d = stablehlo.optimization_barrier %d_c : tensor<40xi2>
  %e_c = stablehlo.constant dense<[-128, -91, -54, -17, 20, 57, 94, -125, -88, -51, -14, 23, 60, 97, -122, -85, -48, -11, 26, 63, 100, -119, -82, -45, -8, 29, 66, 103, -116, -79, -42, -5, 32, 69, 106, -113, -76, -39, -2, 35]> : tensor<40xi8>
  %e = stablehlo.optimization_barrier %e_c : tensor<40xi8>
  %f_c = stablehlo.constant dense<[200, 253, 50, 103, 156, 209, 6, 59, 112, 165, 218, 15, 68, 121, 174, 227, 24, 77, 130, 183, 236, 33, 86, 139, 192, 245, 42, 95, 148, 201, 254, 51, 104, 157, 210, 7, 60, 113, 166, 219]> : tensor<40xui8>
  %f = stablehlo.optimization_barrier %f_c : tensor<40xui8>
  %a0 = stablehlo.convert %a : (tensor<40xi4>) -> tensor<40xf32>
  %b0 = stablehlo.convert %b : (tensor<40xui4>) -> tensor<40xf32>
  %d0 = stablehlo.convert %d : (tensor<40xi2>) -> tensor<40xf32>
  %ab0 = stablehlo.multiply %a0, %b0 : tensor<40xf32>
  %abd0 = stablehlo.add %ab0, %d0 : tensor<40xf32>
  check.expect_eq_const %abd0, dense<[-2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0, -2.0, 74.0, -36.0, -12.0, 14.0, -78.0, -4.0, 28.0, -2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0, -2.0, 74.0, -36.0, -12.0, 14.0, -78.0, -4.0, 28.0, -2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0]> : tensor<40xf32>
  %a1 = stablehlo.convert %a : (tensor<40xi4>) -> tensor<40xbf16>
  %b1 = stablehlo.convert %b : (tensor<40xui4>) -> tensor<40xbf16>
  %d1 = stablehlo.convert %d : (tensor<40xi2>) -> tensor<40xbf16>
  %ab1 = stablehlo.multiply %a1, %b1 : tensor<40xbf16>
  %abd1 = stablehlo.add %ab1, %d1 : tensor<40xbf16>
  check.expect_eq_const %abd1, dense<[-2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0, -2.0, 74.0, -36.0, -12.0, 14.0, -78.0, -4.0, 28.0, -2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0, -2.0, 74.0, -36.0, -12.0, 14.0, -78.0, -4.0, 28.0, -2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0]> : tensor<40xbf16>
  %a2 = stablehlo.convert %a : (tensor<40xi4>) -> tensor<40xf16>
  %b2 = stablehlo.convert %b : (tensor<40xui4>) -> tensor<40xf16>
  %d2 = stablehlo.convert %d : (tensor<40xi2>) -> tensor<40xf16>
  %ab2 = stablehlo.multiply %a2, %b2 : tensor<40xf16>
  %abd2 = stablehlo.add %ab2, %d2 : tensor<40xf16>
  check.expect_eq_const %abd2, dense<[-2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0, -2.0, 74.0, -36.0, -12.0, 14.0, -78.0, -4.0, 28.0, -2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0, -2.0, 74.0, -36.0, -12.0, 14.0, -78.0, -4.0, 28.0, -2.0, -22.0, 28.0, 36.0, -50.0, 2.0, 60.0, -4.0]> : tensor<40xf16>
  %ai = stablehlo.convert %a : (tensor<40xi4>) -> tensor<40xi32>
  %bi = stablehlo.convert %b : (tensor<40xui4>) -> tensor<40xi32>
  %abi = stablehlo.multiply %ai, %bi : tensor<40xi32>
  %abi2 = stablehlo.subtract %abi, %ai : tensor<40xi32>
  check.expect_eq_const %abi2, dense<[8, -18, 26, 28, -44, 2, 54, 0, 0, 70, -30, -12, 12, -70, -2, 24, 8, -18, 26, 28, -44, 2, 54, 0, 0, 70, -30, -12, 12, -70, -2, 24, 8, -18, 26, 28, -44, 2, 54, 0]> : tensor<40xi32>
  %e0 = stablehlo.convert %e : (tensor<40xi8>) -> tensor<40xbf16>
  %f0 = stablehlo.convert %f : (tensor<40xui8>) -> tensor<40xbf16>
  %half0 = stablehlo.constant dense<5.000000e-01> : tensor<40xbf16>
  %eh0 = stablehlo.multiply %e0, %half0 : tensor<40xbf16>
  %fh0 = stablehlo.multiply %f0, %half0 : tensor<40xbf16>
  check.expect_eq_const %eh0, dense<[-64.0, -45.5, -27.0, -8.5, 10.0, 28.5, 47.0, -62.5, -44.0, -25.5, -7.0, 11.5, 30.0, 48.5, -61.0, -42.5, -24.0, -5.5, 13.0, 31.5, 50.0, -59.5, -41.0, -22.5, -4.0, 14.5, 33.0, 51.5, -58.0, -39.5, -21.0, -2.5, 16.0, 34.5, 53.0, -56.5, -38.0, -19.5, -1.0, 17.5]> : tensor<40xbf16>
  check.expect_eq_const %fh0, dense<[100.0, 126.5, 25.0, 51.5, 78.0, 104.5, 3.0, 29.5, 56.0, 82.5, 109.0, 7.5, 34.0, 60.5, 87.0, 113.5, 12.0, 38.5, 65.0, 91.5, 118.0, 16.5, 43.0, 69.5, 96.0, 122.5, 21.0, 47.5, 74.0, 100.5, 127.0, 25.5, 52.0, 78.5, 105.0, 3.5, 30.0, 56.5, 83.0, 109.5]> : tensor<40xbf16>
  %e1 = stablehlo.convert %e : (tensor<40xi8>) -> tensor<40xf16>
  %f1 = stablehlo.convert %f : (tensor<40xui8>) -> tensor<40xf16>
  %half1 = stablehlo.constant dense<5.000000e-01> : tensor<40xf16>
  %eh1 = stablehlo.multiply %e1, %half1 : tensor<40xf16>
  %fh1 = stablehlo.multiply %f1, %half1 : tensor<40xf16>
  check.expect_eq_const %eh1, dense<[-64.0, -45.5, -27.0, -8.5, 10.0, 28.5, 47.0, -62.5, -44.0, -25.5, -7.0, 11.5, 30.0, 48.5, -61.0, -42.5, -24.0, -5.5, 13.0, 31.5, 50.0, -59.5, -41.0, -22.5, -4.0, 14.5, 33.0, 51.5, -58.0, -39.5, -21.0, -2.5, 16.0, 34.5, 53.0, -56.5, -38.0, -19.5, -1.0, 17.5]> : tensor<40xf16>
  check.expect_eq_const %fh1, dense<[100.0, 126.5, 25.0, 51.5, 78.0, 104.5, 3.0, 29.5, 56.0, 82.5, 109.0, 7.5, 34.0, 60.5, 87.0, 113.5, 12.0, 38.5, 65.0, 91.5, 118.0, 16.5, 43.0, 69.5, 96.0, 122.5, 21.0, 47.5, 74.0, 100.5, 127.0, 25.5, 52.0, 78.5, 105.0, 3.5, 30.0, 56.5, 83.0, 109.5]> : tensor<40xf16>
  return
}
