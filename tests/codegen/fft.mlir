// A kernel for each dimension, and two phases for a line that tasks share: the first reads the
// operand and the second writes the result.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 4
// CHECK: b{{[0-9]+}} = constant 2: {{.*}} roots of unity
// CHECK: kernel 0, Fourier transform: Fourier transform tensor<4x6x3xcomplex<f32>>
// CHECK: b2[18 d0 + 3 d1 + d2] = Fourier transform of b0[30 d0 + 5 d1 + d3], b5[0]
// CHECK: kernel 1, Fourier transform: stablehlo.fft tensor<4x6x3xcomplex<f32>>
// CHECK: b3[18 d0 + 3 d1 + d2] = Fourier transform of b2[18 d0 + d2 + 3 d3], b6[0]
// CHECK: b8[0] = Fourier transform of b1[d1], b7[0]
// CHECK: b4[d0] = Fourier transform of b7[0], b8[0]
func.func public @main(%a: tensor<4x6x5xf32>, %b: tensor<65536xcomplex<f32>>) -> (tensor<4x6x3xcomplex<f32>>, tensor<65536xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = RFFT, length = [6, 5] : (tensor<4x6x5xf32>) -> tensor<4x6x3xcomplex<f32>>
  %1 = stablehlo.fft %b, type = IFFT, length = [65536] : (tensor<65536xcomplex<f32>>) -> tensor<65536xcomplex<f32>>
  return %0, %1 : tensor<4x6x3xcomplex<f32>>, tensor<65536xcomplex<f32>>
}
