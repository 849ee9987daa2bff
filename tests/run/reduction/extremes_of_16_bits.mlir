// Greatest and least elements of rows of f16 and bf16, short ones, several at a time, and long ones: those of the same numbers
// as f32, NaN in one of the rows among them.
// RUN: sdyc run %s
// RUN: SDYRT_ISA=avx2 sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %n_f16_33 = stablehlo.iota dim = 0 : tensor<2310xi32>
  %m_f16_33 = stablehlo.constant dense<1009> : tensor<2310xi32>
  %k_f16_33 = stablehlo.constant dense<7919> : tensor<2310xi32>
  %p_f16_33 = stablehlo.multiply %n_f16_33, %k_f16_33 : tensor<2310xi32>
  %q_f16_33 = stablehlo.remainder %p_f16_33, %m_f16_33 : tensor<2310xi32>
  %h_f16_33 = stablehlo.constant dense<504.0> : tensor<2310xf32>
  %f_f16_33 = stablehlo.convert %q_f16_33 : (tensor<2310xi32>) -> tensor<2310xf32>
  %g_f16_33 = stablehlo.subtract %f_f16_33, %h_f16_33 : tensor<2310xf32>
  %at_f16_33 = stablehlo.constant dense<49> : tensor<2310xi32>
  %is_f16_33 = stablehlo.compare EQ, %n_f16_33, %at_f16_33 : (tensor<2310xi32>, tensor<2310xi32>) -> tensor<2310xi1>
  %nan_f16_33 = stablehlo.constant dense<0x7FC00000> : tensor<2310xf32>
  %w_f16_33 = stablehlo.select %is_f16_33, %nan_f16_33, %g_f16_33 : tensor<2310xi1>, tensor<2310xf32>
  %r_f16_33 = stablehlo.reshape %w_f16_33 : (tensor<2310xf32>) -> tensor<70x33xf32>
  %y_f16_33 = stablehlo.convert %r_f16_33 : (tensor<70x33xf32>) -> tensor<70x33xf16>
  %x_f16_33 = stablehlo.optimization_barrier %y_f16_33 : tensor<70x33xf16>
  %z_f16_33 = stablehlo.convert %x_f16_33 : (tensor<70x33xf16>) -> tensor<70x33xf32>
  %wide_f16_33 = stablehlo.optimization_barrier %z_f16_33 : tensor<70x33xf32>
  %maximum_i_f16_33 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %maximum_j_f16_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %maximum_f16_33 = stablehlo.reduce(%x_f16_33 init: %maximum_i_f16_33) applies stablehlo.maximum across dimensions = [1] : (tensor<70x33xf16>, tensor<f16>) -> tensor<70xf16>
  %maximum_v_f16_33 = stablehlo.reduce(%wide_f16_33 init: %maximum_j_f16_33) applies stablehlo.maximum across dimensions = [1] : (tensor<70x33xf32>, tensor<f32>) -> tensor<70xf32>
  %maximum_w_f16_33 = stablehlo.convert %maximum_v_f16_33 : (tensor<70xf32>) -> tensor<70xf16>
  %maximum_a_f16_33 = stablehlo.bitcast_convert %maximum_f16_33 : (tensor<70xf16>) -> tensor<70xui16>
  %maximum_b_f16_33 = stablehlo.bitcast_convert %maximum_w_f16_33 : (tensor<70xf16>) -> tensor<70xui16>
  check.expect_eq %maximum_a_f16_33, %maximum_b_f16_33 : tensor<70xui16>
  %minimum_i_f16_33 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %minimum_j_f16_33 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %minimum_f16_33 = stablehlo.reduce(%x_f16_33 init: %minimum_i_f16_33) applies stablehlo.minimum across dimensions = [1] : (tensor<70x33xf16>, tensor<f16>) -> tensor<70xf16>
  %minimum_v_f16_33 = stablehlo.reduce(%wide_f16_33 init: %minimum_j_f16_33) applies stablehlo.minimum across dimensions = [1] : (tensor<70x33xf32>, tensor<f32>) -> tensor<70xf32>
  %minimum_w_f16_33 = stablehlo.convert %minimum_v_f16_33 : (tensor<70xf32>) -> tensor<70xf16>
  %minimum_a_f16_33 = stablehlo.bitcast_convert %minimum_f16_33 : (tensor<70xf16>) -> tensor<70xui16>
  %minimum_b_f16_33 = stablehlo.bitcast_convert %minimum_w_f16_33 : (tensor<70xf16>) -> tensor<70xui16>
  check.expect_eq %minimum_a_f16_33, %minimum_b_f16_33 : tensor<70xui16>
  %n_f16_4096 = stablehlo.iota dim = 0 : tensor<36864xi32>
  %m_f16_4096 = stablehlo.constant dense<1009> : tensor<36864xi32>
  %k_f16_4096 = stablehlo.constant dense<7919> : tensor<36864xi32>
  %p_f16_4096 = stablehlo.multiply %n_f16_4096, %k_f16_4096 : tensor<36864xi32>
  %q_f16_4096 = stablehlo.remainder %p_f16_4096, %m_f16_4096 : tensor<36864xi32>
  %h_f16_4096 = stablehlo.constant dense<504.0> : tensor<36864xf32>
  %f_f16_4096 = stablehlo.convert %q_f16_4096 : (tensor<36864xi32>) -> tensor<36864xf32>
  %g_f16_4096 = stablehlo.subtract %f_f16_4096, %h_f16_4096 : tensor<36864xf32>
  %at_f16_4096 = stablehlo.constant dense<6144> : tensor<36864xi32>
  %is_f16_4096 = stablehlo.compare EQ, %n_f16_4096, %at_f16_4096 : (tensor<36864xi32>, tensor<36864xi32>) -> tensor<36864xi1>
  %nan_f16_4096 = stablehlo.constant dense<0x7FC00000> : tensor<36864xf32>
  %w_f16_4096 = stablehlo.select %is_f16_4096, %nan_f16_4096, %g_f16_4096 : tensor<36864xi1>, tensor<36864xf32>
  %r_f16_4096 = stablehlo.reshape %w_f16_4096 : (tensor<36864xf32>) -> tensor<9x4096xf32>
  %y_f16_4096 = stablehlo.convert %r_f16_4096 : (tensor<9x4096xf32>) -> tensor<9x4096xf16>
  %x_f16_4096 = stablehlo.optimization_barrier %y_f16_4096 : tensor<9x4096xf16>
  %z_f16_4096 = stablehlo.convert %x_f16_4096 : (tensor<9x4096xf16>) -> tensor<9x4096xf32>
  %wide_f16_4096 = stablehlo.optimization_barrier %z_f16_4096 : tensor<9x4096xf32>
  %maximum_i_f16_4096 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %maximum_j_f16_4096 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %maximum_f16_4096 = stablehlo.reduce(%x_f16_4096 init: %maximum_i_f16_4096) applies stablehlo.maximum across dimensions = [1] : (tensor<9x4096xf16>, tensor<f16>) -> tensor<9xf16>
  %maximum_v_f16_4096 = stablehlo.reduce(%wide_f16_4096 init: %maximum_j_f16_4096) applies stablehlo.maximum across dimensions = [1] : (tensor<9x4096xf32>, tensor<f32>) -> tensor<9xf32>
  %maximum_w_f16_4096 = stablehlo.convert %maximum_v_f16_4096 : (tensor<9xf32>) -> tensor<9xf16>
  %maximum_a_f16_4096 = stablehlo.bitcast_convert %maximum_f16_4096 : (tensor<9xf16>) -> tensor<9xui16>
  %maximum_b_f16_4096 = stablehlo.bitcast_convert %maximum_w_f16_4096 : (tensor<9xf16>) -> tensor<9xui16>
  check.expect_eq %maximum_a_f16_4096, %maximum_b_f16_4096 : tensor<9xui16>
  %minimum_i_f16_4096 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %minimum_j_f16_4096 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %minimum_f16_4096 = stablehlo.reduce(%x_f16_4096 init: %minimum_i_f16_4096) applies stablehlo.minimum across dimensions = [1] : (tensor<9x4096xf16>, tensor<f16>) -> tensor<9xf16>
  %minimum_v_f16_4096 = stablehlo.reduce(%wide_f16_4096 init: %minimum_j_f16_4096) applies stablehlo.minimum across dimensions = [1] : (tensor<9x4096xf32>, tensor<f32>) -> tensor<9xf32>
  %minimum_w_f16_4096 = stablehlo.convert %minimum_v_f16_4096 : (tensor<9xf32>) -> tensor<9xf16>
  %minimum_a_f16_4096 = stablehlo.bitcast_convert %minimum_f16_4096 : (tensor<9xf16>) -> tensor<9xui16>
  %minimum_b_f16_4096 = stablehlo.bitcast_convert %minimum_w_f16_4096 : (tensor<9xf16>) -> tensor<9xui16>
  check.expect_eq %minimum_a_f16_4096, %minimum_b_f16_4096 : tensor<9xui16>
  %n_bf16_33 = stablehlo.iota dim = 0 : tensor<2310xi32>
  %m_bf16_33 = stablehlo.constant dense<1009> : tensor<2310xi32>
  %k_bf16_33 = stablehlo.constant dense<7919> : tensor<2310xi32>
  %p_bf16_33 = stablehlo.multiply %n_bf16_33, %k_bf16_33 : tensor<2310xi32>
  %q_bf16_33 = stablehlo.remainder %p_bf16_33, %m_bf16_33 : tensor<2310xi32>
  %h_bf16_33 = stablehlo.constant dense<504.0> : tensor<2310xf32>
  %f_bf16_33 = stablehlo.convert %q_bf16_33 : (tensor<2310xi32>) -> tensor<2310xf32>
  %g_bf16_33 = stablehlo.subtract %f_bf16_33, %h_bf16_33 : tensor<2310xf32>
  %at_bf16_33 = stablehlo.constant dense<49> : tensor<2310xi32>
  %is_bf16_33 = stablehlo.compare EQ, %n_bf16_33, %at_bf16_33 : (tensor<2310xi32>, tensor<2310xi32>) -> tensor<2310xi1>
  %nan_bf16_33 = stablehlo.constant dense<0x7FC00000> : tensor<2310xf32>
  %w_bf16_33 = stablehlo.select %is_bf16_33, %nan_bf16_33, %g_bf16_33 : tensor<2310xi1>, tensor<2310xf32>
  %r_bf16_33 = stablehlo.reshape %w_bf16_33 : (tensor<2310xf32>) -> tensor<70x33xf32>
  %y_bf16_33 = stablehlo.convert %r_bf16_33 : (tensor<70x33xf32>) -> tensor<70x33xbf16>
  %x_bf16_33 = stablehlo.optimization_barrier %y_bf16_33 : tensor<70x33xbf16>
  %z_bf16_33 = stablehlo.convert %x_bf16_33 : (tensor<70x33xbf16>) -> tensor<70x33xf32>
  %wide_bf16_33 = stablehlo.optimization_barrier %z_bf16_33 : tensor<70x33xf32>
  %maximum_i_bf16_33 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %maximum_j_bf16_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %maximum_bf16_33 = stablehlo.reduce(%x_bf16_33 init: %maximum_i_bf16_33) applies stablehlo.maximum across dimensions = [1] : (tensor<70x33xbf16>, tensor<bf16>) -> tensor<70xbf16>
  %maximum_v_bf16_33 = stablehlo.reduce(%wide_bf16_33 init: %maximum_j_bf16_33) applies stablehlo.maximum across dimensions = [1] : (tensor<70x33xf32>, tensor<f32>) -> tensor<70xf32>
  %maximum_w_bf16_33 = stablehlo.convert %maximum_v_bf16_33 : (tensor<70xf32>) -> tensor<70xbf16>
  %maximum_a_bf16_33 = stablehlo.bitcast_convert %maximum_bf16_33 : (tensor<70xbf16>) -> tensor<70xui16>
  %maximum_b_bf16_33 = stablehlo.bitcast_convert %maximum_w_bf16_33 : (tensor<70xbf16>) -> tensor<70xui16>
  check.expect_eq %maximum_a_bf16_33, %maximum_b_bf16_33 : tensor<70xui16>
  %minimum_i_bf16_33 = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %minimum_j_bf16_33 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %minimum_bf16_33 = stablehlo.reduce(%x_bf16_33 init: %minimum_i_bf16_33) applies stablehlo.minimum across dimensions = [1] : (tensor<70x33xbf16>, tensor<bf16>) -> tensor<70xbf16>
  %minimum_v_bf16_33 = stablehlo.reduce(%wide_bf16_33 init: %minimum_j_bf16_33) applies stablehlo.minimum across dimensions = [1] : (tensor<70x33xf32>, tensor<f32>) -> tensor<70xf32>
  %minimum_w_bf16_33 = stablehlo.convert %minimum_v_bf16_33 : (tensor<70xf32>) -> tensor<70xbf16>
  %minimum_a_bf16_33 = stablehlo.bitcast_convert %minimum_bf16_33 : (tensor<70xbf16>) -> tensor<70xui16>
  %minimum_b_bf16_33 = stablehlo.bitcast_convert %minimum_w_bf16_33 : (tensor<70xbf16>) -> tensor<70xui16>
  check.expect_eq %minimum_a_bf16_33, %minimum_b_bf16_33 : tensor<70xui16>
  %n_bf16_4096 = stablehlo.iota dim = 0 : tensor<36864xi32>
  %m_bf16_4096 = stablehlo.constant dense<1009> : tensor<36864xi32>
  %k_bf16_4096 = stablehlo.constant dense<7919> : tensor<36864xi32>
  %p_bf16_4096 = stablehlo.multiply %n_bf16_4096, %k_bf16_4096 : tensor<36864xi32>
  %q_bf16_4096 = stablehlo.remainder %p_bf16_4096, %m_bf16_4096 : tensor<36864xi32>
  %h_bf16_4096 = stablehlo.constant dense<504.0> : tensor<36864xf32>
  %f_bf16_4096 = stablehlo.convert %q_bf16_4096 : (tensor<36864xi32>) -> tensor<36864xf32>
  %g_bf16_4096 = stablehlo.subtract %f_bf16_4096, %h_bf16_4096 : tensor<36864xf32>
  %at_bf16_4096 = stablehlo.constant dense<6144> : tensor<36864xi32>
  %is_bf16_4096 = stablehlo.compare EQ, %n_bf16_4096, %at_bf16_4096 : (tensor<36864xi32>, tensor<36864xi32>) -> tensor<36864xi1>
  %nan_bf16_4096 = stablehlo.constant dense<0x7FC00000> : tensor<36864xf32>
  %w_bf16_4096 = stablehlo.select %is_bf16_4096, %nan_bf16_4096, %g_bf16_4096 : tensor<36864xi1>, tensor<36864xf32>
  %r_bf16_4096 = stablehlo.reshape %w_bf16_4096 : (tensor<36864xf32>) -> tensor<9x4096xf32>
  %y_bf16_4096 = stablehlo.convert %r_bf16_4096 : (tensor<9x4096xf32>) -> tensor<9x4096xbf16>
  %x_bf16_4096 = stablehlo.optimization_barrier %y_bf16_4096 : tensor<9x4096xbf16>
  %z_bf16_4096 = stablehlo.convert %x_bf16_4096 : (tensor<9x4096xbf16>) -> tensor<9x4096xf32>
  %wide_bf16_4096 = stablehlo.optimization_barrier %z_bf16_4096 : tensor<9x4096xf32>
  %maximum_i_bf16_4096 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %maximum_j_bf16_4096 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %maximum_bf16_4096 = stablehlo.reduce(%x_bf16_4096 init: %maximum_i_bf16_4096) applies stablehlo.maximum across dimensions = [1] : (tensor<9x4096xbf16>, tensor<bf16>) -> tensor<9xbf16>
  %maximum_v_bf16_4096 = stablehlo.reduce(%wide_bf16_4096 init: %maximum_j_bf16_4096) applies stablehlo.maximum across dimensions = [1] : (tensor<9x4096xf32>, tensor<f32>) -> tensor<9xf32>
  %maximum_w_bf16_4096 = stablehlo.convert %maximum_v_bf16_4096 : (tensor<9xf32>) -> tensor<9xbf16>
  %maximum_a_bf16_4096 = stablehlo.bitcast_convert %maximum_bf16_4096 : (tensor<9xbf16>) -> tensor<9xui16>
  %maximum_b_bf16_4096 = stablehlo.bitcast_convert %maximum_w_bf16_4096 : (tensor<9xbf16>) -> tensor<9xui16>
  check.expect_eq %maximum_a_bf16_4096, %maximum_b_bf16_4096 : tensor<9xui16>
  %minimum_i_bf16_4096 = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %minimum_j_bf16_4096 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %minimum_bf16_4096 = stablehlo.reduce(%x_bf16_4096 init: %minimum_i_bf16_4096) applies stablehlo.minimum across dimensions = [1] : (tensor<9x4096xbf16>, tensor<bf16>) -> tensor<9xbf16>
  %minimum_v_bf16_4096 = stablehlo.reduce(%wide_bf16_4096 init: %minimum_j_bf16_4096) applies stablehlo.minimum across dimensions = [1] : (tensor<9x4096xf32>, tensor<f32>) -> tensor<9xf32>
  %minimum_w_bf16_4096 = stablehlo.convert %minimum_v_bf16_4096 : (tensor<9xf32>) -> tensor<9xbf16>
  %minimum_a_bf16_4096 = stablehlo.bitcast_convert %minimum_bf16_4096 : (tensor<9xbf16>) -> tensor<9xui16>
  %minimum_b_bf16_4096 = stablehlo.bitcast_convert %minimum_w_bf16_4096 : (tensor<9xbf16>) -> tensor<9xui16>
  check.expect_eq %minimum_a_bf16_4096, %minimum_b_bf16_4096 : tensor<9xui16>
  return
}
