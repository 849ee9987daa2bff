// RUN: not sdyc run %s --entry=other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not sdyc run %s --entry=prime 2>&1 | FileCheck %s --check-prefix=PRIME
// OTHER: fft_lengths.mlir:5:8: error: 'stablehlo.fft' op cannot be compiled: dimension 0 is of size 8, fft_length says 4
func.func public @other(%a: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}
// PRIME: error: 'stablehlo.fft' op cannot be compiled: its lines are too long
func.func public @prime(%a: tensor<67108859xcomplex<f32>>) -> tensor<67108859xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [67108859] : (tensor<67108859xcomplex<f32>>) -> tensor<67108859xcomplex<f32>>
  return %0 : tensor<67108859xcomplex<f32>>
}
