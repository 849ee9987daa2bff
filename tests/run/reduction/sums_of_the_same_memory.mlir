// Several sums of the same memory, made together, are those of products with ones: of whole numbers, exactly. One is
// an extreme, which is made by itself; one needs another, whose sum it finds.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --reduce=device-order
// RUN: SDYRT_ISA=avx2 sdyc run %s
func.func public @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %ones = stablehlo.constant dense<1.0> : tensor<1x3001xf32>
  %i = stablehlo.iota dim = 0 : tensor<3001x40xf32>
  %j = stablehlo.iota dim = 1 : tensor<3001x40xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<3001x40xf32>
  %eleven = stablehlo.constant dense<1.1e1> : tensor<3001x40xf32>
  %k = stablehlo.add %i, %j : tensor<3001x40xf32>
  %x0 = stablehlo.remainder %k, %seven : tensor<3001x40xf32>
  %y0 = stablehlo.remainder %k, %eleven : tensor<3001x40xf32>
  %x, %y = stablehlo.optimization_barrier %x0, %y0 : tensor<3001x40xf32>, tensor<3001x40xf32>
  %xy = stablehlo.multiply %x, %y : tensor<3001x40xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3001x40xf32>, tensor<f32>) -> tensor<40xf32>
  %t = stablehlo.reduce(%xy init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3001x40xf32>, tensor<f32>) -> tensor<40xf32>
  %m = stablehlo.reduce(%xy init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<3001x40xf32>, tensor<f32>) -> tensor<40xf32>
  %sign = stablehlo.sign %t : tensor<40xf32>
  %signs = stablehlo.broadcast_in_dim %sign, dims = [1] : (tensor<40xf32>) -> tensor<3001x40xf32>
  %xs = stablehlo.subtract %x, %signs : tensor<3001x40xf32>
  %u = stablehlo.reduce(%xs init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3001x40xf32>, tensor<f32>) -> tensor<40xf32>
  %yy = stablehlo.multiply %y, %y : tensor<3001x40xf32>
  %v = stablehlo.reduce(%yy init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3001x40xf32>, tensor<f32>) -> tensor<40xf32>
  %s_row = stablehlo.dot %ones, %x : (tensor<1x3001xf32>, tensor<3001x40xf32>) -> tensor<1x40xf32>
  %t_row = stablehlo.dot %ones, %xy : (tensor<1x3001xf32>, tensor<3001x40xf32>) -> tensor<1x40xf32>
  %u_row = stablehlo.dot %ones, %xs : (tensor<1x3001xf32>, tensor<3001x40xf32>) -> tensor<1x40xf32>
  %v_row = stablehlo.dot %ones, %yy : (tensor<1x3001xf32>, tensor<3001x40xf32>) -> tensor<1x40xf32>
  %s_want = stablehlo.reshape %s_row : (tensor<1x40xf32>) -> tensor<40xf32>
  %t_want = stablehlo.reshape %t_row : (tensor<1x40xf32>) -> tensor<40xf32>
  %u_want = stablehlo.reshape %u_row : (tensor<1x40xf32>) -> tensor<40xf32>
  %v_want = stablehlo.reshape %v_row : (tensor<1x40xf32>) -> tensor<40xf32>
  %s_off = stablehlo.subtract %s, %s_want : tensor<40xf32>
  check.expect_eq_const %s_off, dense<0.0> : tensor<40xf32>
  %t_off = stablehlo.subtract %t, %t_want : tensor<40xf32>
  check.expect_eq_const %t_off, dense<0.0> : tensor<40xf32>
  %u_off = stablehlo.subtract %u, %u_want : tensor<40xf32>
  check.expect_eq_const %u_off, dense<0.0> : tensor<40xf32>
  %v_off = stablehlo.subtract %v, %v_want : tensor<40xf32>
  check.expect_eq_const %v_off, dense<0.0> : tensor<40xf32>
  check.expect_eq_const %m, dense<6.0e1> : tensor<40xf32>
  return
}
