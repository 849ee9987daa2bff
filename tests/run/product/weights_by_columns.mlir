// Several rows of bf16 by columns of bytes: where the processor has tiles, weights are widened to bf16 for them, those of f32 are
// decoded one by one. All sums are exact.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --threads=3
// RUN: SDYC_ROUTE=weights:loops sdyc run %s
func.func @main() {
  %x_i = stablehlo.iota dim = 0 : tensor<3072xi32>
  %x_m = stablehlo.constant dense<7> : tensor<3072xi32>
  %x_d = stablehlo.constant dense<13> : tensor<3072xi32>
  %x_o = stablehlo.constant dense<6> : tensor<3072xi32>
  %x_1 = stablehlo.multiply %x_i, %x_m : tensor<3072xi32>
  %x_2 = stablehlo.remainder %x_1, %x_d : tensor<3072xi32>
  %x_3 = stablehlo.subtract %x_2, %x_o : tensor<3072xi32>
  %x_4 = stablehlo.reshape %x_3 : (tensor<3072xi32>) -> tensor<12x256xi32>
  %x = stablehlo.convert %x_4 : (tensor<12x256xi32>) -> tensor<12x256xf32>
  %x_b = stablehlo.convert %x_4 : (tensor<12x256xi32>) -> tensor<12x256xbf16>
  %w_i = stablehlo.iota dim = 0 : tensor<78336xi32>
  %w_m = stablehlo.constant dense<11> : tensor<78336xi32>
  %w_d = stablehlo.constant dense<253> : tensor<78336xi32>
  %w_o = stablehlo.constant dense<126> : tensor<78336xi32>
  %w_1 = stablehlo.multiply %w_i, %w_m : tensor<78336xi32>
  %w_2 = stablehlo.remainder %w_1, %w_d : tensor<78336xi32>
  %w_3 = stablehlo.subtract %w_2, %w_o : tensor<78336xi32>
  %w_4 = stablehlo.reshape %w_3 : (tensor<78336xi32>) -> tensor<306x256xi32>
  %w_5 = stablehlo.convert %w_4 : (tensor<306x256xi32>) -> tensor<306x256xi8>
  %w = stablehlo.optimization_barrier %w_5 : tensor<306x256xi8>
  %w_b = stablehlo.convert %w : (tensor<306x256xi8>) -> tensor<306x256xbf16>
  %w_f = stablehlo.convert %w : (tensor<306x256xi8>) -> tensor<306x256xf32>
  %0 = stablehlo.dot_general %x_b, %w_b, contracting_dims = [1] x [1] : (tensor<12x256xbf16>, tensor<306x256xbf16>) -> tensor<12x306xf32>
  %1 = stablehlo.dot_general %x, %w_f, contracting_dims = [1] x [1] : (tensor<12x256xf32>, tensor<306x256xf32>) -> tensor<12x306xf32>
  check.expect_eq %0, %1 : tensor<12x306xf32>
  return
}
