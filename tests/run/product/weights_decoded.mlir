// Products of a few rows by narrow weights in every spelling, against those of more rows, which are not read narrow: all sums
// are exact.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --threads=3
// RUN: SDYC_ROUTE=weights:loops sdyc run %s
// RUN: SDYC_ROUTE=weights:dots sdyc run %s
func.func @main() {
  %x17_i = stablehlo.iota dim = 0 : tensor<4352xi32>
  %x17_m = stablehlo.constant dense<7> : tensor<4352xi32>
  %x17_d = stablehlo.constant dense<13> : tensor<4352xi32>
  %x17_o = stablehlo.constant dense<6> : tensor<4352xi32>
  %x17_1 = stablehlo.multiply %x17_i, %x17_m : tensor<4352xi32>
  %x17_2 = stablehlo.remainder %x17_1, %x17_d : tensor<4352xi32>
  %x17_3 = stablehlo.subtract %x17_2, %x17_o : tensor<4352xi32>
  %x17_4 = stablehlo.reshape %x17_3 : (tensor<4352xi32>) -> tensor<17x256xi32>
  %x17 = stablehlo.convert %x17_4 : (tensor<17x256xi32>) -> tensor<17x256xf32>
  %x = stablehlo.slice %x17 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  %w_i = stablehlo.iota dim = 0 : tensor<65536xi32>
  %w_m = stablehlo.constant dense<11> : tensor<65536xi32>
  %w_d = stablehlo.constant dense<253> : tensor<65536xi32>
  %w_o = stablehlo.constant dense<126> : tensor<65536xi32>
  %w_1 = stablehlo.multiply %w_i, %w_m : tensor<65536xi32>
  %w_2 = stablehlo.remainder %w_1, %w_d : tensor<65536xi32>
  %w_3 = stablehlo.subtract %w_2, %w_o : tensor<65536xi32>
  %w_4 = stablehlo.reshape %w_3 : (tensor<65536xi32>) -> tensor<256x256xi32>
  %w = stablehlo.convert %w_4 : (tensor<256x256xi32>) -> tensor<256x256xi8>
  %s_i = stablehlo.iota dim = 0 : tensor<256xi32>
  %s_m = stablehlo.constant dense<3> : tensor<256xi32>
  %s_d = stablehlo.constant dense<5> : tensor<256xi32>
  %s_o = stablehlo.constant dense<-1> : tensor<256xi32>
  %s_1 = stablehlo.multiply %s_i, %s_m : tensor<256xi32>
  %s_2 = stablehlo.remainder %s_1, %s_d : tensor<256xi32>
  %s_3 = stablehlo.subtract %s_2, %s_o : tensor<256xi32>
  %s_4 = stablehlo.reshape %s_3 : (tensor<256xi32>) -> tensor<256xi32>
  %s = stablehlo.convert %s_4 : (tensor<256xi32>) -> tensor<256xf32>
  %sb_i = stablehlo.iota dim = 0 : tensor<2048xi32>
  %sb_m = stablehlo.constant dense<5> : tensor<2048xi32>
  %sb_d = stablehlo.constant dense<7> : tensor<2048xi32>
  %sb_o = stablehlo.constant dense<-1> : tensor<2048xi32>
  %sb_1 = stablehlo.multiply %sb_i, %sb_m : tensor<2048xi32>
  %sb_2 = stablehlo.remainder %sb_1, %sb_d : tensor<2048xi32>
  %sb_3 = stablehlo.subtract %sb_2, %sb_o : tensor<2048xi32>
  %sb_4 = stablehlo.reshape %sb_3 : (tensor<2048xi32>) -> tensor<8x256xi32>
  %sb = stablehlo.convert %sb_4 : (tensor<8x256xi32>) -> tensor<8x256xf32>
  %sbt_i = stablehlo.iota dim = 0 : tensor<2048xi32>
  %sbt_m = stablehlo.constant dense<5> : tensor<2048xi32>
  %sbt_d = stablehlo.constant dense<7> : tensor<2048xi32>
  %sbt_o = stablehlo.constant dense<-1> : tensor<2048xi32>
  %sbt_1 = stablehlo.multiply %sbt_i, %sbt_m : tensor<2048xi32>
  %sbt_2 = stablehlo.remainder %sbt_1, %sbt_d : tensor<2048xi32>
  %sbt_3 = stablehlo.subtract %sbt_2, %sbt_o : tensor<2048xi32>
  %sbt_4 = stablehlo.reshape %sbt_3 : (tensor<2048xi32>) -> tensor<256x8xi32>
  %sbt = stablehlo.convert %sbt_4 : (tensor<256x8xi32>) -> tensor<256x8xf32>
  %zb_i = stablehlo.iota dim = 0 : tensor<2048xi32>
  %zb_m = stablehlo.constant dense<3> : tensor<2048xi32>
  %zb_d = stablehlo.constant dense<11> : tensor<2048xi32>
  %zb_o = stablehlo.constant dense<5> : tensor<2048xi32>
  %zb_1 = stablehlo.multiply %zb_i, %zb_m : tensor<2048xi32>
  %zb_2 = stablehlo.remainder %zb_1, %zb_d : tensor<2048xi32>
  %zb_3 = stablehlo.subtract %zb_2, %zb_o : tensor<2048xi32>
  %zb_4 = stablehlo.reshape %zb_3 : (tensor<2048xi32>) -> tensor<8x256xi32>
  %zb = stablehlo.convert %zb_4 : (tensor<8x256xi32>) -> tensor<8x256xi8>
  %after_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %after_1 = stablehlo.dot_general %x, %after_0, contracting_dims = [1] x [0] : (tensor<3x256xf32>, tensor<256x256xf32>) -> tensor<3x256xf32>
  %after_2 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<3x256xf32>
  %after_3 = stablehlo.multiply %after_1, %after_2 : tensor<3x256xf32>
  %after_many_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %after_many_1 = stablehlo.dot_general %x17, %after_many_0, contracting_dims = [1] x [0] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %after_many_2 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<17x256xf32>
  %after_many_3 = stablehlo.multiply %after_many_1, %after_many_2 : tensor<17x256xf32>
  %after_expected = stablehlo.slice %after_many_3 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %after_3, %after_expected : tensor<3x256xf32>
  %before_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %before_1 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<256x256xf32>
  %before_2 = stablehlo.multiply %before_1, %before_0 : tensor<256x256xf32>
  %before_3 = stablehlo.dot_general %x, %before_2, contracting_dims = [1] x [0] : (tensor<3x256xf32>, tensor<256x256xf32>) -> tensor<3x256xf32>
  %before_many_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %before_many_1 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<256x256xf32>
  %before_many_2 = stablehlo.multiply %before_many_1, %before_many_0 : tensor<256x256xf32>
  %before_many_3 = stablehlo.dot_general %x17, %before_many_2, contracting_dims = [1] x [0] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %before_expected = stablehlo.slice %before_many_3 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %before_3, %before_expected : tensor<3x256xf32>
  %columns_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %columns_1 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<256xf32>) -> tensor<256x256xf32>
  %columns_2 = stablehlo.multiply %columns_0, %columns_1 : tensor<256x256xf32>
  %columns_3 = stablehlo.dot_general %x, %columns_2, contracting_dims = [1] x [1] : (tensor<3x256xf32>, tensor<256x256xf32>) -> tensor<3x256xf32>
  %columns_many_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %columns_many_1 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<256xf32>) -> tensor<256x256xf32>
  %columns_many_2 = stablehlo.multiply %columns_many_0, %columns_many_1 : tensor<256x256xf32>
  %columns_many_3 = stablehlo.dot_general %x17, %columns_many_2, contracting_dims = [1] x [1] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %columns_expected = stablehlo.slice %columns_many_3 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %columns_3, %columns_expected : tensor<3x256xf32>
  %turned_0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<256x256xi8>) -> tensor<256x256xi8>
  %turned_1 = stablehlo.convert %turned_0 : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %turned_2 = stablehlo.dot_general %x, %turned_1, contracting_dims = [1] x [0] : (tensor<3x256xf32>, tensor<256x256xf32>) -> tensor<3x256xf32>
  %turned_3 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<3x256xf32>
  %turned_4 = stablehlo.multiply %turned_2, %turned_3 : tensor<3x256xf32>
  %turned_many_0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<256x256xi8>) -> tensor<256x256xi8>
  %turned_many_1 = stablehlo.convert %turned_many_0 : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %turned_many_2 = stablehlo.dot_general %x17, %turned_many_1, contracting_dims = [1] x [0] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %turned_many_3 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<17x256xf32>
  %turned_many_4 = stablehlo.multiply %turned_many_2, %turned_many_3 : tensor<17x256xf32>
  %turned_expected = stablehlo.slice %turned_many_4 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %turned_4, %turned_expected : tensor<3x256xf32>
  %blocks_0 = stablehlo.reshape %w : (tensor<256x256xi8>) -> tensor<8x32x256xi8>
  %blocks_1 = stablehlo.convert %blocks_0 : (tensor<8x32x256xi8>) -> tensor<8x32x256xf32>
  %blocks_2 = stablehlo.convert %zb : (tensor<8x256xi8>) -> tensor<8x256xf32>
  %blocks_3 = stablehlo.broadcast_in_dim %blocks_2, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %blocks_4 = stablehlo.subtract %blocks_1, %blocks_3 : tensor<8x32x256xf32>
  %blocks_5 = stablehlo.broadcast_in_dim %sb, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %blocks_6 = stablehlo.multiply %blocks_4, %blocks_5 : tensor<8x32x256xf32>
  %blocks_7 = stablehlo.reshape %blocks_6 : (tensor<8x32x256xf32>) -> tensor<256x256xf32>
  %blocks_8 = stablehlo.dot_general %x, %blocks_7, contracting_dims = [1] x [0] : (tensor<3x256xf32>, tensor<256x256xf32>) -> tensor<3x256xf32>
  %blocks_many_0 = stablehlo.reshape %w : (tensor<256x256xi8>) -> tensor<8x32x256xi8>
  %blocks_many_1 = stablehlo.convert %blocks_many_0 : (tensor<8x32x256xi8>) -> tensor<8x32x256xf32>
  %blocks_many_2 = stablehlo.convert %zb : (tensor<8x256xi8>) -> tensor<8x256xf32>
  %blocks_many_3 = stablehlo.broadcast_in_dim %blocks_many_2, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %blocks_many_4 = stablehlo.subtract %blocks_many_1, %blocks_many_3 : tensor<8x32x256xf32>
  %blocks_many_5 = stablehlo.broadcast_in_dim %sb, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %blocks_many_6 = stablehlo.multiply %blocks_many_4, %blocks_many_5 : tensor<8x32x256xf32>
  %blocks_many_7 = stablehlo.reshape %blocks_many_6 : (tensor<8x32x256xf32>) -> tensor<256x256xf32>
  %blocks_many_8 = stablehlo.dot_general %x17, %blocks_many_7, contracting_dims = [1] x [0] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %blocks_expected = stablehlo.slice %blocks_many_8 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %blocks_8, %blocks_expected : tensor<3x256xf32>
  %blocks_of_columns_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %blocks_of_columns_1 = stablehlo.reshape %blocks_of_columns_0 : (tensor<256x256xf32>) -> tensor<256x8x32xf32>
  %blocks_of_columns_2 = stablehlo.broadcast_in_dim %sbt, dims = [0, 1] : (tensor<256x8xf32>) -> tensor<256x8x32xf32>
  %blocks_of_columns_3 = stablehlo.multiply %blocks_of_columns_1, %blocks_of_columns_2 : tensor<256x8x32xf32>
  %blocks_of_columns_4 = stablehlo.reshape %blocks_of_columns_3 : (tensor<256x8x32xf32>) -> tensor<256x256xf32>
  %blocks_of_columns_5 = stablehlo.dot_general %x, %blocks_of_columns_4, contracting_dims = [1] x [1] : (tensor<3x256xf32>, tensor<256x256xf32>) -> tensor<3x256xf32>
  %blocks_of_columns_many_0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %blocks_of_columns_many_1 = stablehlo.reshape %blocks_of_columns_many_0 : (tensor<256x256xf32>) -> tensor<256x8x32xf32>
  %blocks_of_columns_many_2 = stablehlo.broadcast_in_dim %sbt, dims = [0, 1] : (tensor<256x8xf32>) -> tensor<256x8x32xf32>
  %blocks_of_columns_many_3 = stablehlo.multiply %blocks_of_columns_many_1, %blocks_of_columns_many_2 : tensor<256x8x32xf32>
  %blocks_of_columns_many_4 = stablehlo.reshape %blocks_of_columns_many_3 : (tensor<256x8x32xf32>) -> tensor<256x256xf32>
  %blocks_of_columns_many_5 = stablehlo.dot_general %x17, %blocks_of_columns_many_4, contracting_dims = [1] x [1] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %blocks_of_columns_expected = stablehlo.slice %blocks_of_columns_many_5 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %blocks_of_columns_5, %blocks_of_columns_expected : tensor<3x256xf32>
  %repeated_0 = stablehlo.broadcast_in_dim %sb, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %repeated_1 = stablehlo.reshape %repeated_0 : (tensor<8x32x256xf32>) -> tensor<256x256xf32>
  %repeated_2 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %repeated_3 = stablehlo.multiply %repeated_2, %repeated_1 : tensor<256x256xf32>
  %repeated_4 = stablehlo.dot_general %x, %repeated_3, contracting_dims = [1] x [0] : (tensor<3x256xf32>, tensor<256x256xf32>) -> tensor<3x256xf32>
  %repeated_many_0 = stablehlo.broadcast_in_dim %sb, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %repeated_many_1 = stablehlo.reshape %repeated_many_0 : (tensor<8x32x256xf32>) -> tensor<256x256xf32>
  %repeated_many_2 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %repeated_many_3 = stablehlo.multiply %repeated_many_2, %repeated_many_1 : tensor<256x256xf32>
  %repeated_many_4 = stablehlo.dot_general %x17, %repeated_many_3, contracting_dims = [1] x [0] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %repeated_expected = stablehlo.slice %repeated_many_4 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %repeated_4, %repeated_expected : tensor<3x256xf32>
  %preferred_0 = stablehlo.convert %x : (tensor<3x256xf32>) -> tensor<3x256xbf16>
  %preferred_1 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xbf16>
  %preferred_2 = stablehlo.dot_general %preferred_0, %preferred_1, contracting_dims = [1] x [0] : (tensor<3x256xbf16>, tensor<256x256xbf16>) -> tensor<3x256xf32>
  %preferred_3 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<3x256xf32>
  %preferred_4 = stablehlo.multiply %preferred_2, %preferred_3 : tensor<3x256xf32>
  %preferred_many_0 = stablehlo.convert %x17 : (tensor<17x256xf32>) -> tensor<17x256xbf16>
  %preferred_many_1 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xbf16>
  %preferred_many_2 = stablehlo.dot_general %preferred_many_0, %preferred_many_1, contracting_dims = [1] x [0] : (tensor<17x256xbf16>, tensor<256x256xbf16>) -> tensor<17x256xf32>
  %preferred_many_3 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<17x256xf32>
  %preferred_many_4 = stablehlo.multiply %preferred_many_2, %preferred_many_3 : tensor<17x256xf32>
  %preferred_expected = stablehlo.slice %preferred_many_4 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %preferred_4, %preferred_expected : tensor<3x256xf32>
  %summed_0 = stablehlo.reshape %x : (tensor<3x256xf32>) -> tensor<3x8x32xf32>
  %summed_1 = stablehlo.reshape %w : (tensor<256x256xi8>) -> tensor<8x32x256xi8>
  %summed_2 = stablehlo.convert %summed_1 : (tensor<8x32x256xi8>) -> tensor<8x32x256xf32>
  %summed_3 = stablehlo.dot_general %summed_0, %summed_2, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<3x8x32xf32>, tensor<8x32x256xf32>) -> tensor<8x3x256xf32>
  %summed_4 = stablehlo.broadcast_in_dim %sb, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x3x256xf32>
  %summed_5 = stablehlo.multiply %summed_3, %summed_4 : tensor<8x3x256xf32>
  %summed_6 = stablehlo.constant dense<0.0> : tensor<f32>
  %summed_7 = stablehlo.reduce(%summed_5 init: %summed_6) applies stablehlo.add across dimensions = [0] : (tensor<8x3x256xf32>, tensor<f32>) -> tensor<3x256xf32>
  %summed_many_0 = stablehlo.reshape %x17 : (tensor<17x256xf32>) -> tensor<17x8x32xf32>
  %summed_many_1 = stablehlo.reshape %w : (tensor<256x256xi8>) -> tensor<8x32x256xi8>
  %summed_many_2 = stablehlo.convert %summed_many_1 : (tensor<8x32x256xi8>) -> tensor<8x32x256xf32>
  %summed_many_3 = stablehlo.dot_general %summed_many_0, %summed_many_2, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<17x8x32xf32>, tensor<8x32x256xf32>) -> tensor<8x17x256xf32>
  %summed_many_4 = stablehlo.broadcast_in_dim %sb, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x17x256xf32>
  %summed_many_5 = stablehlo.multiply %summed_many_3, %summed_many_4 : tensor<8x17x256xf32>
  %summed_many_6 = stablehlo.constant dense<0.0> : tensor<f32>
  %summed_many_7 = stablehlo.reduce(%summed_many_5 init: %summed_many_6) applies stablehlo.add across dimensions = [0] : (tensor<8x17x256xf32>, tensor<f32>) -> tensor<17x256xf32>
  %summed_expected = stablehlo.slice %summed_many_7 [0:3, 0:256] : (tensor<17x256xf32>) -> tensor<3x256xf32>
  check.expect_eq %summed_7, %summed_expected : tensor<3x256xf32>
  return
}
