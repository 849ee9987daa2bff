// Both parts are right to a few places where the textbook's formulas cancel, overflow or underflow.
// RUN: sdyc opt -stablehlo-complex-math-expander %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: sdyc run %t.mlir
// CHECK-NOT: stablehlo.{{sqrt|log|log_plus_one|exponential}} {{.*}}complex
func.func public @main() {
  %log_of = stablehlo.constant dense<[(1.5, -2.5), (1.0, 1.0e-09), (0.6, 0.8), (0.0, -1.0), (1.0e-200, 1.0e-220), (1.0e+200, -3.0e+250), (-0.75, 0.66), (-4.0, 0.0)]> : tensor<8xcomplex<f64>>
  %log = stablehlo.log %log_of : tensor<8xcomplex<f64>>
  %log_is = stablehlo.constant dense<[(1.0700330817481354, -1.0303768265243125), (5.0e-19, 1.0e-09), (2.2204460492503132e-17, 0.9272952180016123), (0.0, -1.5707963267948966), (-460.51701859880916, 1.0e-20), (576.7448855371796, -1.5707963267948966), (-0.0009509036447981386, 2.419937802725032), (1.3862943611198906, 3.141592653589793)]> : tensor<8xcomplex<f64>>
  check.expect_close %log, %log_is, max_ulp_difference = 4 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %log_plus_one_of = stablehlo.constant dense<[(1.5, -2.5), (1.0e-12, 1.0e-09), (-5.0e-09, 0.0001), (-1.0000001, 1.0e-07), (1.0e+200, -3.0e+250), (-2.0, 1.0e-09), (-0.4, 0.8), (1.0e-300, 0.0)]> : tensor<8xcomplex<f64>>
  %log_plus_one = stablehlo.log_plus_one %log_plus_one_of : tensor<8xcomplex<f64>>
  %log_plus_one_is = stablehlo.constant dense<[(1.2628643221541278, -0.7853981633974483), (1.0000004999995e-12, 9.99999999999e-10), (1.2500000374604557e-17, 0.00010000000016666667), (-15.771522060386413, 2.3561944904842784), (576.7448855371796, -1.5707963267948966), (5.0e-19, 3.141592652589793), (2.2204460492503132e-17, 0.9272952180016123), (1.0e-300, 0.0)]> : tensor<8xcomplex<f64>>
  check.expect_close %log_plus_one, %log_plus_one_is, max_ulp_difference = 4 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %sqrt_of = stablehlo.constant dense<[(1.5, -2.5), (-1.5, 2.5), (0.0, 0.0), (1.0e+308, 1.0e+308), (-1.5e+308, 1.0e+308), (4.0e-320, -1.0e-300), (-9.0, 0.0), (1.0e-310, 1.0e-305)]> : tensor<8xcomplex<f64>>
  %sqrt = stablehlo.sqrt %sqrt_of : tensor<8xcomplex<f64>>
  %sqrt_is = stablehlo.constant dense<[(1.4858458781822983, -0.8412716408576514), (0.8412716408576514, 1.4858458781822983), (0.0, 0.0), (1.09868411346781e+154, 4.5508986056222734e+153), (3.8908587595285095e+153, 1.2850633520826891e+154), (7.071067811865476e-151, -7.071067811865476e-151), (0.0, 3.0), (2.2360791578676279e-153, 2.2360567971878532e-153)]> : tensor<8xcomplex<f64>>
  check.expect_close %sqrt, %sqrt_is, max_ulp_difference = 4 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  %exponential_of = stablehlo.constant dense<[(1.5, -2.5), (-3.0, 0.0), (709.9, 1.5707963267948966), (0.0, 3.141592653589793), (-800.0, 1.0), (1.0, 1.0e-300), (720.0, 0.0), (709.0, -0.5)]> : tensor<8xcomplex<f64>>
  %exponential = stablehlo.exponential %exponential_of : tensor<8xcomplex<f64>>
  %exponential_is = stablehlo.constant dense<[(-3.5904765855678136, -2.682166067132489), (0.049787068367863944, 0.0), (1.2377517789083512e+292, 0x7FF0000000000000), (-1.0, 1.2246467991473532e-16), (0.0, 0.0), (2.718281828459045, 2.7182818284590454e-300), (0x7FF0000000000000, 0.0), (7.212331074770368e+307, -3.9401144237247934e+307)]> : tensor<8xcomplex<f64>>
  check.expect_close %exponential, %exponential_is, max_ulp_difference = 4 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  return
}
