// Columns that are computed, two to five of them, and laid side by side: by strips whose last one is shorter, of elements of
// every width, of which one column is a constant, one a copy, and one is read by another.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: SDYRT_ISA=avx2 sdyc run %s
func.func public @main() {
  %i = stablehlo.iota dim = 0 : tensor<70003xi32>
  %x = stablehlo.optimization_barrier %i : tensor<70003xi32>
  %one = stablehlo.constant dense<1> : tensor<70003xi32>
  %three = stablehlo.constant dense<3> : tensor<70003xi32>
  %p = stablehlo.multiply %x, %three : tensor<70003xi32>
  %q = stablehlo.add %p, %one : tensor<70003xi32>
  %r = stablehlo.xor %q, %x : tensor<70003xi32>
  %s = stablehlo.subtract %r, %p : tensor<70003xi32>
  %p1 = stablehlo.reshape %p : (tensor<70003xi32>) -> tensor<70003x1xi32>
  %q1 = stablehlo.reshape %q : (tensor<70003xi32>) -> tensor<70003x1xi32>
  %r1 = stablehlo.reshape %r : (tensor<70003xi32>) -> tensor<70003x1xi32>
  %s1 = stablehlo.reshape %s : (tensor<70003xi32>) -> tensor<70003x1xi32>
  %x1 = stablehlo.reshape %x : (tensor<70003xi32>) -> tensor<70003x1xi32>
  %c1 = stablehlo.constant dense<7> : tensor<70003x1xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %seven = stablehlo.constant dense<7> : tensor<70003xi32>
  %w2 = stablehlo.concatenate %q1, %s1, dim = 1 : (tensor<70003x1xi32>, tensor<70003x1xi32>) -> tensor<70003x2xi32>
  %k2 = stablehlo.optimization_barrier %w2 : tensor<70003x2xi32>
  %s20 = stablehlo.slice %k2 [0:70003, 0:1] : (tensor<70003x2xi32>) -> tensor<70003x1xi32>
  %t20 = stablehlo.reshape %s20 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e20 = stablehlo.compare EQ, %t20, %q : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g20 = stablehlo.reduce(%e20 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g20, dense<true> : tensor<i1>
  %s21 = stablehlo.slice %k2 [0:70003, 1:2] : (tensor<70003x2xi32>) -> tensor<70003x1xi32>
  %t21 = stablehlo.reshape %s21 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e21 = stablehlo.compare EQ, %t21, %s : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g21 = stablehlo.reduce(%e21 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g21, dense<true> : tensor<i1>
  %w3 = stablehlo.concatenate %p1, %x1, %r1, dim = 1 : (tensor<70003x1xi32>, tensor<70003x1xi32>, tensor<70003x1xi32>) -> tensor<70003x3xi32>
  %k3 = stablehlo.optimization_barrier %w3 : tensor<70003x3xi32>
  %s30 = stablehlo.slice %k3 [0:70003, 0:1] : (tensor<70003x3xi32>) -> tensor<70003x1xi32>
  %t30 = stablehlo.reshape %s30 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e30 = stablehlo.compare EQ, %t30, %p : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g30 = stablehlo.reduce(%e30 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g30, dense<true> : tensor<i1>
  %s31 = stablehlo.slice %k3 [0:70003, 1:2] : (tensor<70003x3xi32>) -> tensor<70003x1xi32>
  %t31 = stablehlo.reshape %s31 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e31 = stablehlo.compare EQ, %t31, %x : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g31 = stablehlo.reduce(%e31 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g31, dense<true> : tensor<i1>
  %s32 = stablehlo.slice %k3 [0:70003, 2:3] : (tensor<70003x3xi32>) -> tensor<70003x1xi32>
  %t32 = stablehlo.reshape %s32 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e32 = stablehlo.compare EQ, %t32, %r : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g32 = stablehlo.reduce(%e32 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g32, dense<true> : tensor<i1>
  %w4 = stablehlo.concatenate %r1, %q1, %c1, %s1, dim = 1 : (tensor<70003x1xi32>, tensor<70003x1xi32>, tensor<70003x1xi32>, tensor<70003x1xi32>) -> tensor<70003x4xi32>
  %k4 = stablehlo.optimization_barrier %w4 : tensor<70003x4xi32>
  %s40 = stablehlo.slice %k4 [0:70003, 0:1] : (tensor<70003x4xi32>) -> tensor<70003x1xi32>
  %t40 = stablehlo.reshape %s40 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e40 = stablehlo.compare EQ, %t40, %r : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g40 = stablehlo.reduce(%e40 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g40, dense<true> : tensor<i1>
  %s41 = stablehlo.slice %k4 [0:70003, 1:2] : (tensor<70003x4xi32>) -> tensor<70003x1xi32>
  %t41 = stablehlo.reshape %s41 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e41 = stablehlo.compare EQ, %t41, %q : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g41 = stablehlo.reduce(%e41 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g41, dense<true> : tensor<i1>
  %s42 = stablehlo.slice %k4 [0:70003, 2:3] : (tensor<70003x4xi32>) -> tensor<70003x1xi32>
  %t42 = stablehlo.reshape %s42 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e42 = stablehlo.compare EQ, %t42, %seven : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g42 = stablehlo.reduce(%e42 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g42, dense<true> : tensor<i1>
  %s43 = stablehlo.slice %k4 [0:70003, 3:4] : (tensor<70003x4xi32>) -> tensor<70003x1xi32>
  %t43 = stablehlo.reshape %s43 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e43 = stablehlo.compare EQ, %t43, %s : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g43 = stablehlo.reduce(%e43 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g43, dense<true> : tensor<i1>
  %w5 = stablehlo.concatenate %p1, %q1, %r1, %s1, %x1, dim = 1 : (tensor<70003x1xi32>, tensor<70003x1xi32>, tensor<70003x1xi32>, tensor<70003x1xi32>, tensor<70003x1xi32>) -> tensor<70003x5xi32>
  %k5 = stablehlo.optimization_barrier %w5 : tensor<70003x5xi32>
  %s50 = stablehlo.slice %k5 [0:70003, 0:1] : (tensor<70003x5xi32>) -> tensor<70003x1xi32>
  %t50 = stablehlo.reshape %s50 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e50 = stablehlo.compare EQ, %t50, %p : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g50 = stablehlo.reduce(%e50 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g50, dense<true> : tensor<i1>
  %s51 = stablehlo.slice %k5 [0:70003, 1:2] : (tensor<70003x5xi32>) -> tensor<70003x1xi32>
  %t51 = stablehlo.reshape %s51 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e51 = stablehlo.compare EQ, %t51, %q : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g51 = stablehlo.reduce(%e51 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g51, dense<true> : tensor<i1>
  %s52 = stablehlo.slice %k5 [0:70003, 2:3] : (tensor<70003x5xi32>) -> tensor<70003x1xi32>
  %t52 = stablehlo.reshape %s52 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e52 = stablehlo.compare EQ, %t52, %r : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g52 = stablehlo.reduce(%e52 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g52, dense<true> : tensor<i1>
  %s53 = stablehlo.slice %k5 [0:70003, 3:4] : (tensor<70003x5xi32>) -> tensor<70003x1xi32>
  %t53 = stablehlo.reshape %s53 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e53 = stablehlo.compare EQ, %t53, %s : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g53 = stablehlo.reduce(%e53 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g53, dense<true> : tensor<i1>
  %s54 = stablehlo.slice %k5 [0:70003, 4:5] : (tensor<70003x5xi32>) -> tensor<70003x1xi32>
  %t54 = stablehlo.reshape %s54 : (tensor<70003x1xi32>) -> tensor<70003xi32>
  %e54 = stablehlo.compare EQ, %t54, %x : (tensor<70003xi32>, tensor<70003xi32>) -> tensor<70003xi1>
  %g54 = stablehlo.reduce(%e54 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g54, dense<true> : tensor<i1>
  %x_i8 = stablehlo.convert %x : (tensor<70003xi32>) -> tensor<70003xi8>
  %kx_i8 = stablehlo.optimization_barrier %x_i8 : tensor<70003xi8>
  %a_i8 = stablehlo.add %kx_i8, %kx_i8 : tensor<70003xi8>
  %b_i8 = stablehlo.subtract %a_i8, %kx_i8 : tensor<70003xi8>
  %a1_i8 = stablehlo.reshape %a_i8 : (tensor<70003xi8>) -> tensor<70003x1xi8>
  %b1_i8 = stablehlo.reshape %b_i8 : (tensor<70003xi8>) -> tensor<70003x1xi8>
  %w_i8 = stablehlo.concatenate %a1_i8, %b1_i8, dim = 1 : (tensor<70003x1xi8>, tensor<70003x1xi8>) -> tensor<70003x2xi8>
  %k_i8 = stablehlo.optimization_barrier %w_i8 : tensor<70003x2xi8>
  %s0_i8 = stablehlo.slice %k_i8 [0:70003, 0:1] : (tensor<70003x2xi8>) -> tensor<70003x1xi8>
  %t0_i8 = stablehlo.reshape %s0_i8 : (tensor<70003x1xi8>) -> tensor<70003xi8>
  %h0_i8 = stablehlo.subtract %t0_i8, %kx_i8 : tensor<70003xi8>
  %e0_i8 = stablehlo.compare EQ, %h0_i8, %x_i8 : (tensor<70003xi8>, tensor<70003xi8>) -> tensor<70003xi1>
  %g0_i8 = stablehlo.reduce(%e0_i8 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g0_i8, dense<true> : tensor<i1>
  %s1_i8 = stablehlo.slice %k_i8 [0:70003, 1:2] : (tensor<70003x2xi8>) -> tensor<70003x1xi8>
  %t1_i8 = stablehlo.reshape %s1_i8 : (tensor<70003x1xi8>) -> tensor<70003xi8>
  %h1_i8 = stablehlo.maximum %t1_i8, %t1_i8 : tensor<70003xi8>
  %e1_i8 = stablehlo.compare EQ, %h1_i8, %x_i8 : (tensor<70003xi8>, tensor<70003xi8>) -> tensor<70003xi1>
  %g1_i8 = stablehlo.reduce(%e1_i8 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g1_i8, dense<true> : tensor<i1>
  %x_i16 = stablehlo.convert %x : (tensor<70003xi32>) -> tensor<70003xi16>
  %kx_i16 = stablehlo.optimization_barrier %x_i16 : tensor<70003xi16>
  %a_i16 = stablehlo.add %kx_i16, %kx_i16 : tensor<70003xi16>
  %b_i16 = stablehlo.subtract %a_i16, %kx_i16 : tensor<70003xi16>
  %a1_i16 = stablehlo.reshape %a_i16 : (tensor<70003xi16>) -> tensor<70003x1xi16>
  %b1_i16 = stablehlo.reshape %b_i16 : (tensor<70003xi16>) -> tensor<70003x1xi16>
  %w_i16 = stablehlo.concatenate %a1_i16, %b1_i16, dim = 1 : (tensor<70003x1xi16>, tensor<70003x1xi16>) -> tensor<70003x2xi16>
  %k_i16 = stablehlo.optimization_barrier %w_i16 : tensor<70003x2xi16>
  %s0_i16 = stablehlo.slice %k_i16 [0:70003, 0:1] : (tensor<70003x2xi16>) -> tensor<70003x1xi16>
  %t0_i16 = stablehlo.reshape %s0_i16 : (tensor<70003x1xi16>) -> tensor<70003xi16>
  %h0_i16 = stablehlo.subtract %t0_i16, %kx_i16 : tensor<70003xi16>
  %e0_i16 = stablehlo.compare EQ, %h0_i16, %x_i16 : (tensor<70003xi16>, tensor<70003xi16>) -> tensor<70003xi1>
  %g0_i16 = stablehlo.reduce(%e0_i16 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g0_i16, dense<true> : tensor<i1>
  %s1_i16 = stablehlo.slice %k_i16 [0:70003, 1:2] : (tensor<70003x2xi16>) -> tensor<70003x1xi16>
  %t1_i16 = stablehlo.reshape %s1_i16 : (tensor<70003x1xi16>) -> tensor<70003xi16>
  %h1_i16 = stablehlo.maximum %t1_i16, %t1_i16 : tensor<70003xi16>
  %e1_i16 = stablehlo.compare EQ, %h1_i16, %x_i16 : (tensor<70003xi16>, tensor<70003xi16>) -> tensor<70003xi1>
  %g1_i16 = stablehlo.reduce(%e1_i16 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g1_i16, dense<true> : tensor<i1>
  %x_f64 = stablehlo.convert %x : (tensor<70003xi32>) -> tensor<70003xf64>
  %kx_f64 = stablehlo.optimization_barrier %x_f64 : tensor<70003xf64>
  %a_f64 = stablehlo.add %kx_f64, %kx_f64 : tensor<70003xf64>
  %b_f64 = stablehlo.subtract %a_f64, %kx_f64 : tensor<70003xf64>
  %a1_f64 = stablehlo.reshape %a_f64 : (tensor<70003xf64>) -> tensor<70003x1xf64>
  %b1_f64 = stablehlo.reshape %b_f64 : (tensor<70003xf64>) -> tensor<70003x1xf64>
  %w_f64 = stablehlo.concatenate %a1_f64, %b1_f64, dim = 1 : (tensor<70003x1xf64>, tensor<70003x1xf64>) -> tensor<70003x2xf64>
  %k_f64 = stablehlo.optimization_barrier %w_f64 : tensor<70003x2xf64>
  %s0_f64 = stablehlo.slice %k_f64 [0:70003, 0:1] : (tensor<70003x2xf64>) -> tensor<70003x1xf64>
  %t0_f64 = stablehlo.reshape %s0_f64 : (tensor<70003x1xf64>) -> tensor<70003xf64>
  %h0_f64 = stablehlo.subtract %t0_f64, %kx_f64 : tensor<70003xf64>
  %e0_f64 = stablehlo.compare EQ, %h0_f64, %x_f64 : (tensor<70003xf64>, tensor<70003xf64>) -> tensor<70003xi1>
  %g0_f64 = stablehlo.reduce(%e0_f64 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g0_f64, dense<true> : tensor<i1>
  %s1_f64 = stablehlo.slice %k_f64 [0:70003, 1:2] : (tensor<70003x2xf64>) -> tensor<70003x1xf64>
  %t1_f64 = stablehlo.reshape %s1_f64 : (tensor<70003x1xf64>) -> tensor<70003xf64>
  %h1_f64 = stablehlo.maximum %t1_f64, %t1_f64 : tensor<70003xf64>
  %e1_f64 = stablehlo.compare EQ, %h1_f64, %x_f64 : (tensor<70003xf64>, tensor<70003xf64>) -> tensor<70003xi1>
  %g1_f64 = stablehlo.reduce(%e1_f64 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g1_f64, dense<true> : tensor<i1>
  %x_f32 = stablehlo.convert %x : (tensor<70003xi32>) -> tensor<70003xf32>
  %kx_f32 = stablehlo.optimization_barrier %x_f32 : tensor<70003xf32>
  %a_f32 = stablehlo.add %kx_f32, %kx_f32 : tensor<70003xf32>
  %b_f32 = stablehlo.subtract %a_f32, %kx_f32 : tensor<70003xf32>
  %a1_f32 = stablehlo.reshape %a_f32 : (tensor<70003xf32>) -> tensor<70003x1xf32>
  %b1_f32 = stablehlo.reshape %b_f32 : (tensor<70003xf32>) -> tensor<70003x1xf32>
  %w_f32 = stablehlo.concatenate %a1_f32, %b1_f32, dim = 1 : (tensor<70003x1xf32>, tensor<70003x1xf32>) -> tensor<70003x2xf32>
  %k_f32 = stablehlo.optimization_barrier %w_f32 : tensor<70003x2xf32>
  %s0_f32 = stablehlo.slice %k_f32 [0:70003, 0:1] : (tensor<70003x2xf32>) -> tensor<70003x1xf32>
  %t0_f32 = stablehlo.reshape %s0_f32 : (tensor<70003x1xf32>) -> tensor<70003xf32>
  %h0_f32 = stablehlo.subtract %t0_f32, %kx_f32 : tensor<70003xf32>
  %e0_f32 = stablehlo.compare EQ, %h0_f32, %x_f32 : (tensor<70003xf32>, tensor<70003xf32>) -> tensor<70003xi1>
  %g0_f32 = stablehlo.reduce(%e0_f32 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g0_f32, dense<true> : tensor<i1>
  %s1_f32 = stablehlo.slice %k_f32 [0:70003, 1:2] : (tensor<70003x2xf32>) -> tensor<70003x1xf32>
  %t1_f32 = stablehlo.reshape %s1_f32 : (tensor<70003x1xf32>) -> tensor<70003xf32>
  %h1_f32 = stablehlo.maximum %t1_f32, %t1_f32 : tensor<70003xf32>
  %e1_f32 = stablehlo.compare EQ, %h1_f32, %x_f32 : (tensor<70003xf32>, tensor<70003xf32>) -> tensor<70003xi1>
  %g1_f32 = stablehlo.reduce(%e1_f32 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g1_f32, dense<true> : tensor<i1>
  %x_bf16 = stablehlo.convert %x : (tensor<70003xi32>) -> tensor<70003xbf16>
  %kx_bf16 = stablehlo.optimization_barrier %x_bf16 : tensor<70003xbf16>
  %a_bf16 = stablehlo.add %kx_bf16, %kx_bf16 : tensor<70003xbf16>
  %b_bf16 = stablehlo.subtract %a_bf16, %kx_bf16 : tensor<70003xbf16>
  %a1_bf16 = stablehlo.reshape %a_bf16 : (tensor<70003xbf16>) -> tensor<70003x1xbf16>
  %b1_bf16 = stablehlo.reshape %b_bf16 : (tensor<70003xbf16>) -> tensor<70003x1xbf16>
  %w_bf16 = stablehlo.concatenate %a1_bf16, %b1_bf16, dim = 1 : (tensor<70003x1xbf16>, tensor<70003x1xbf16>) -> tensor<70003x2xbf16>
  %k_bf16 = stablehlo.optimization_barrier %w_bf16 : tensor<70003x2xbf16>
  %s0_bf16 = stablehlo.slice %k_bf16 [0:70003, 0:1] : (tensor<70003x2xbf16>) -> tensor<70003x1xbf16>
  %t0_bf16 = stablehlo.reshape %s0_bf16 : (tensor<70003x1xbf16>) -> tensor<70003xbf16>
  %h0_bf16 = stablehlo.subtract %t0_bf16, %kx_bf16 : tensor<70003xbf16>
  %e0_bf16 = stablehlo.compare EQ, %h0_bf16, %x_bf16 : (tensor<70003xbf16>, tensor<70003xbf16>) -> tensor<70003xi1>
  %g0_bf16 = stablehlo.reduce(%e0_bf16 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g0_bf16, dense<true> : tensor<i1>
  %s1_bf16 = stablehlo.slice %k_bf16 [0:70003, 1:2] : (tensor<70003x2xbf16>) -> tensor<70003x1xbf16>
  %t1_bf16 = stablehlo.reshape %s1_bf16 : (tensor<70003x1xbf16>) -> tensor<70003xbf16>
  %h1_bf16 = stablehlo.maximum %t1_bf16, %t1_bf16 : tensor<70003xbf16>
  %e1_bf16 = stablehlo.compare EQ, %h1_bf16, %x_bf16 : (tensor<70003xbf16>, tensor<70003xbf16>) -> tensor<70003xi1>
  %g1_bf16 = stablehlo.reduce(%e1_bf16 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<70003xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %g1_bf16, dense<true> : tensor<i1>
  return
}
