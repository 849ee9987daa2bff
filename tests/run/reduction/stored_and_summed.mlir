// What is stored and summed in one go: of whole numbers, the sums are those of products with ones. The number of rows is
// such that it is cut into pieces of one length, or (3001 rows) cannot be. What is stored is read once more.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --reduce=device-order
// RUN: SDYRT_ISA=avx2 sdyc run %s
func.func public @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<6272x80xf32>
  %j = stablehlo.iota dim = 1 : tensor<6272x80xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<6272x80xf32>
  %k = stablehlo.add %i, %j : tensor<6272x80xf32>
  %x0 = stablehlo.remainder %k, %seven : tensor<6272x80xf32>
  %l = stablehlo.iota dim = 0 : tensor<80xf32>
  %four = stablehlo.constant dense<4.0> : tensor<80xf32>
  %m0 = stablehlo.remainder %l, %four : tensor<80xf32>
  %x, %m = stablehlo.optimization_barrier %x0, %m0 : tensor<6272x80xf32>, tensor<80xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<80xf32>) -> tensor<6272x80xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<1x6272xf32>
  %d = stablehlo.subtract %x, %ms : tensor<6272x80xf32>
  %s = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x80xf32>, tensor<f32>) -> tensor<80xf32>
  %dd = stablehlo.multiply %d, %d : tensor<6272x80xf32>
  %t = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x80xf32>, tensor<f32>) -> tensor<80xf32>
  %s_row = stablehlo.dot %ones, %d : (tensor<1x6272xf32>, tensor<6272x80xf32>) -> tensor<1x80xf32>
  %s_want = stablehlo.reshape %s_row : (tensor<1x80xf32>) -> tensor<80xf32>
  %s_off = stablehlo.subtract %s, %s_want : tensor<80xf32>
  check.expect_eq_const %s_off, dense<0.0> : tensor<80xf32>
  %gram = stablehlo.dot_general %d, %d, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<6272x80xf32>, tensor<6272x80xf32>) -> tensor<80xf32>
  %t_off = stablehlo.subtract %t, %gram : tensor<80xf32>
  check.expect_eq_const %t_off, dense<0.0> : tensor<80xf32>
  %u = stablehlo.slice %d [0:3001, 0:80] : (tensor<6272x80xf32>) -> tensor<3001x80xf32>
  %u2 = stablehlo.add %u, %u : tensor<3001x80xf32>
  %v = stablehlo.reduce(%u2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3001x80xf32>, tensor<f32>) -> tensor<80xf32>
  %twos = stablehlo.constant dense<1.0> : tensor<1x3001xf32>
  %v_row = stablehlo.dot %twos, %u2 : (tensor<1x3001xf32>, tensor<3001x80xf32>) -> tensor<1x80xf32>
  %v_want = stablehlo.reshape %v_row : (tensor<1x80xf32>) -> tensor<80xf32>
  %v_off = stablehlo.subtract %v, %v_want : tensor<80xf32>
  check.expect_eq_const %v_off, dense<0.0> : tensor<80xf32>
  return
}
