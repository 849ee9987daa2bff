// Matrices are read where they lie, whatever their order; narrow floats are computed in f32, and what
// converts them joins its neighbours.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 5
// CHECK: kernel 0, cholesky: stablehlo.cholesky
// CHECK: b2[81 d0 + 9 d1 + d2] = cholesky of b0[81 d0 + d1 + 9 d2]
// CHECK: kernel 1, loop
// CHECK: convert_f32(convert_bf16(b2[d0]))
// CHECK: kernel 3, triangular solution: triangular solution tensor<4x9x2xf32>
// CHECK: b5[18 d0 + 2 d1 + d2] = triangular solution of b3[81 d0 + 9 d1 + d3], b4[18 d0 + 2 d1 + d2]
// CHECK: kernel 4, loop: stablehlo.transpose
// CHECK: convert_bf16(b5[18 d0 + d1 + 2 d2])
func.func public @main(%a: tensor<4x9x9xf32>, %b: tensor<4x9x2xbf16>) -> tensor<4x2x9xbf16> {
  %at = stablehlo.transpose %a, dims = [0, 2, 1] : (tensor<4x9x9xf32>) -> tensor<4x9x9xf32>
  %l = stablehlo.cholesky %at, lower = true : tensor<4x9x9xf32>
  %c = stablehlo.convert %l : (tensor<4x9x9xf32>) -> tensor<4x9x9xbf16>
  %x = "stablehlo.triangular_solve"(%c, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x9x9xbf16>, tensor<4x9x2xbf16>) -> tensor<4x9x2xbf16>
  %xt = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<4x9x2xbf16>) -> tensor<4x2x9xbf16>
  return %xt : tensor<4x2x9xbf16>
}
