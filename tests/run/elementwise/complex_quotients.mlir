// Quotients of complex numbers as annex G of C has them: by zero and of infinities they are infinite,
// by infinities zero, and neither great nor small parts overflow or vanish on the way.
// RUN: sdyc run %s --entry=single
// RUN: sdyc run %s --entry=single --jit=cc
// RUN: sdyc run %s --entry=double
// RUN: sdyc run %s --entry=double --jit=cc
// RUN: sdyc run %s --entry=many --threads=1
// RUN: sdyc run %s --entry=many --jit=cc
func.func public @single() {
  %a = stablehlo.constant dense<[(1.0, 2.0), (-1.0, 2.0), (3.0, -4.0), (1.0e30, 1.0e30), (1.0e-30, 2.0e-30), (6.0, 9.0), (0.0, 0.0), (0x7F800000, 1.0)]> : tensor<8xcomplex<f32>>
  %b = stablehlo.constant dense<[(0.0, 0.0), (-0.0, 0.0), (0x7F800000, 2.0), (1.0e30, 1.0e30), (1.0e-30, 1.0e-30), (3.0, 0.0), (2.0, 1.0), (2.0, 0.0)]> : tensor<8xcomplex<f32>>
  %x = stablehlo.optimization_barrier %a : tensor<8xcomplex<f32>>
  %y = stablehlo.optimization_barrier %b : tensor<8xcomplex<f32>>
  %0 = stablehlo.divide %x, %y : tensor<8xcomplex<f32>>
  %want = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0xFF800000), (0.0, 0.0), (1.0, 0.0), (1.5, 0.5), (2.0, 3.0), (0.0, 0.0), (0x7F800000, 0.0)]> : tensor<8xcomplex<f32>>
  %re = stablehlo.real %0 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %re_want = stablehlo.real %want : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  check.expect_almost_eq %re, %re_want : tensor<8xf32>
  %im = stablehlo.imag %0 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %im_first = stablehlo.slice %im [0:7] : (tensor<8xf32>) -> tensor<7xf32>
  %im_want = stablehlo.imag %want : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %im_want_first = stablehlo.slice %im_want [0:7] : (tensor<8xf32>) -> tensor<7xf32>
  check.expect_almost_eq %im_first, %im_want_first : tensor<7xf32>
  return
}
func.func public @double() {
  %a = stablehlo.constant dense<[(1.0, 2.0), (3.0, -4.0), (1.0e300, 1.0e300), (1.0e-300, 2.0e-300), (6.0, 9.0), (0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %b = stablehlo.constant dense<[(0.0, 0.0), (0x7FF0000000000000, 2.0), (1.0e300, 1.0e300), (1.0e-300, 1.0e-300), (3.0, 0.0), (2.0, 1.0)]> : tensor<6xcomplex<f64>>
  %x = stablehlo.optimization_barrier %a : tensor<6xcomplex<f64>>
  %y = stablehlo.optimization_barrier %b : tensor<6xcomplex<f64>>
  %0 = stablehlo.divide %x, %y : tensor<6xcomplex<f64>>
  %want = stablehlo.constant dense<[(0x7FF0000000000000, 0x7FF0000000000000), (0.0, 0.0), (1.0, 0.0), (1.5, 0.5), (2.0, 3.0), (0.0, 0.0)]> : tensor<6xcomplex<f64>>
  check.expect_almost_eq %0, %want : tensor<6xcomplex<f64>>
  return
}
// Many at a time, some of them odd; the divisor is the same everywhere, and one product is left.
func.func public @many() {
  %i = stablehlo.iota dim = 0 : tensor<1000xf32>
  %c3 = stablehlo.constant dense<3.0> : tensor<1000xf32>
  %re = stablehlo.remainder %i, %c3 : tensor<1000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<1000xf32>
  %b = stablehlo.complex %re, %zero : tensor<1000xcomplex<f32>>
  %i2 = stablehlo.multiply %re, %i : tensor<1000xf32>
  %a = stablehlo.complex %i2, %re : tensor<1000xcomplex<f32>>
  %q = stablehlo.divide %a, %b : tensor<1000xcomplex<f32>>
  %one = stablehlo.constant dense<1.0> : tensor<1000xf32>
  %want = stablehlo.complex %i, %one : tensor<1000xcomplex<f32>>
  %is_zero = stablehlo.compare EQ, %re, %zero : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  %qn = stablehlo.select %is_zero, %want, %q : tensor<1000xi1>, tensor<1000xcomplex<f32>>
  check.expect_almost_eq %qn, %want : tensor<1000xcomplex<f32>>
  %qr = stablehlo.real %q : (tensor<1000xcomplex<f32>>) -> tensor<1000xf32>
  %is_nan = stablehlo.compare NE, %qr, %qr : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  check.expect_eq %is_nan, %is_zero : tensor<1000xi1>
  return
}
