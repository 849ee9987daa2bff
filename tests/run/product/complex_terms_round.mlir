// Products of few complex terms round as a loop over the terms does, whatever instructions there
// are: (x + ix)(x + ix) has no real part, as x*x is rounded both times. With AVX2 they were made of
// fused multiplications, which leave what the rounding of one x*x took away.
// RUN: sdyc run %s --input='5x2xcomplex<f64>=(1.0000000001,1.0000000001)' --input='2x7xcomplex<f64>=(1.0000000001,1.0000000001)'
// RUN: SDYRT_ISA=baseline sdyc run %s --input='5x2xcomplex<f64>=(1.0000000001,1.0000000001)' --input='2x7xcomplex<f64>=(1.0000000001,1.0000000001)'
func.func public @main(%a: tensor<5x2xcomplex<f64>>, %b: tensor<2x7xcomplex<f64>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x2xcomplex<f64>>, tensor<2x7xcomplex<f64>>) -> tensor<5x7xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<5x7xcomplex<f64>>) -> tensor<5x7xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<5x7xf64>
  check.expect_eq %1, %zero : tensor<5x7xf64>
  return
}
