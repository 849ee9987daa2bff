// Weights that numbers of the program choose, a layer's in a loop and the experts of a token, beside those that are cut out
// before: all sums are exact.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --threads=3
// RUN: SDYC_ROUTE=weights:loops sdyc run %s
func.func @main() {
  %x_i = stablehlo.iota dim = 0 : tensor<512xi32>
  %x_m = stablehlo.constant dense<7> : tensor<512xi32>
  %x_d = stablehlo.constant dense<13> : tensor<512xi32>
  %x_o = stablehlo.constant dense<6> : tensor<512xi32>
  %x_1 = stablehlo.multiply %x_i, %x_m : tensor<512xi32>
  %x_2 = stablehlo.remainder %x_1, %x_d : tensor<512xi32>
  %x_3 = stablehlo.subtract %x_2, %x_o : tensor<512xi32>
  %x_4 = stablehlo.reshape %x_3 : (tensor<512xi32>) -> tensor<2x256xi32>
  %x = stablehlo.convert %x_4 : (tensor<2x256xi32>) -> tensor<2x256xf32>
  %w_i = stablehlo.iota dim = 0 : tensor<262144xi32>
  %w_m = stablehlo.constant dense<11> : tensor<262144xi32>
  %w_d = stablehlo.constant dense<253> : tensor<262144xi32>
  %w_o = stablehlo.constant dense<126> : tensor<262144xi32>
  %w_1 = stablehlo.multiply %w_i, %w_m : tensor<262144xi32>
  %w_2 = stablehlo.remainder %w_1, %w_d : tensor<262144xi32>
  %w_3 = stablehlo.subtract %w_2, %w_o : tensor<262144xi32>
  %w_4 = stablehlo.reshape %w_3 : (tensor<262144xi32>) -> tensor<4x256x256xi32>
  %w = stablehlo.convert %w_4 : (tensor<4x256x256xi32>) -> tensor<4x256x256xi8>
  %s_i = stablehlo.iota dim = 0 : tensor<8192xi32>
  %s_m = stablehlo.constant dense<5> : tensor<8192xi32>
  %s_d = stablehlo.constant dense<7> : tensor<8192xi32>
  %s_o = stablehlo.constant dense<-1> : tensor<8192xi32>
  %s_1 = stablehlo.multiply %s_i, %s_m : tensor<8192xi32>
  %s_2 = stablehlo.remainder %s_1, %s_d : tensor<8192xi32>
  %s_3 = stablehlo.subtract %s_2, %s_o : tensor<8192xi32>
  %s_4 = stablehlo.reshape %s_3 : (tensor<8192xi32>) -> tensor<4x256x8xi32>
  %s = stablehlo.convert %s_4 : (tensor<4x256x8xi32>) -> tensor<4x256x8xbf16>
  %t_i = stablehlo.iota dim = 0 : tensor<1024xi32>
  %t_m = stablehlo.constant dense<3> : tensor<1024xi32>
  %t_d = stablehlo.constant dense<5> : tensor<1024xi32>
  %t_o = stablehlo.constant dense<-1> : tensor<1024xi32>
  %t_1 = stablehlo.multiply %t_i, %t_m : tensor<1024xi32>
  %t_2 = stablehlo.remainder %t_1, %t_d : tensor<1024xi32>
  %t_3 = stablehlo.subtract %t_2, %t_o : tensor<1024xi32>
  %t_4 = stablehlo.reshape %t_3 : (tensor<1024xi32>) -> tensor<4x256xi32>
  %t = stablehlo.convert %t_4 : (tensor<4x256xi32>) -> tensor<4x256xf32>
  %which = stablehlo.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<1x256xf32>
  %x0 = stablehlo.slice %x [0:1, 0:256] : (tensor<2x256xf32>) -> tensor<1x256xf32>
  %x1 = stablehlo.slice %x [1:2, 0:256] : (tensor<2x256xf32>) -> tensor<1x256xf32>
  %loop:2 = stablehlo.while(%i = %zero, %sum = %start) : tensor<i32>, tensor<1x256xf32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %l1 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 256, 256] : (tensor<4x256x256xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x256xi8>
    %l2 = stablehlo.reshape %l1 : (tensor<1x256x256xi8>) -> tensor<256x256xi8>
    %l3 = stablehlo.dynamic_slice %t, %i, %zero, sizes = [1, 256] : (tensor<4x256xf32>, tensor<i32>, tensor<i32>) -> tensor<1x256xf32>
    %l4 = stablehlo.convert %l2 : (tensor<256x256xi8>) -> tensor<256x256xf32>
    %l5 = stablehlo.broadcast_in_dim %l3, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<256x256xf32>
    %l6 = stablehlo.multiply %l4, %l5 : tensor<256x256xf32>
    %l7 = stablehlo.dot_general %x0, %l6, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
    %l8 = stablehlo.add %sum, %l7 : tensor<1x256xf32>
    %l9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %l9, %l8 : tensor<i32>, tensor<1x256xf32>
  }
  %w32 = stablehlo.convert %w : (tensor<4x256x256xi8>) -> tensor<4x256x256xi32>
  %wide = stablehlo.convert %w32 : (tensor<4x256x256xi32>) -> tensor<4x256x256xf64>
  %t64 = stablehlo.convert %t : (tensor<4x256xf32>) -> tensor<4x256xf64>
  %x64 = stablehlo.convert %x : (tensor<2x256xf32>) -> tensor<2x256xf64>
  %x064 = stablehlo.convert %x0 : (tensor<1x256xf32>) -> tensor<1x256xf64>
  %e1 = stablehlo.dot_general %x064, %wide, contracting_dims = [1] x [1] : (tensor<1x256xf64>, tensor<4x256x256xf64>) -> tensor<1x4x256xf64>
  %e2 = stablehlo.broadcast_in_dim %t64, dims = [1, 2] : (tensor<4x256xf64>) -> tensor<1x4x256xf64>
  %e3 = stablehlo.multiply %e1, %e2 : tensor<1x4x256xf64>
  %none = stablehlo.constant dense<0.0> : tensor<f64>
  %e4 = stablehlo.reduce(%e3 init: %none) applies stablehlo.add across dimensions = [1] : (tensor<1x4x256xf64>, tensor<f64>) -> tensor<1x256xf64>
  %e5 = stablehlo.convert %e4 : (tensor<1x256xf64>) -> tensor<1x256xf32>
  check.expect_eq %loop#1, %e5 : tensor<1x256xf32>
  %g1 = "stablehlo.gather"(%w, %which) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256, 256>}> : (tensor<4x256x256xi8>, tensor<2x1xi32>) -> tensor<2x256x256xi8>
  %g2 = stablehlo.convert %g1 : (tensor<2x256x256xi8>) -> tensor<2x256x256xf32>
  %g3 = stablehlo.dot_general %x, %g2, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x256xf32>, tensor<2x256x256xf32>) -> tensor<2x256xf32>
  %p3 = stablehlo.slice %wide [3:4, 0:256, 0:256] : (tensor<4x256x256xf64>) -> tensor<1x256x256xf64>
  %p1 = stablehlo.slice %wide [1:2, 0:256, 0:256] : (tensor<4x256x256xf64>) -> tensor<1x256x256xf64>
  %picked = stablehlo.concatenate %p3, %p1, dim = 0 : (tensor<1x256x256xf64>, tensor<1x256x256xf64>) -> tensor<2x256x256xf64>
  %h1 = stablehlo.dot_general %x64, %picked, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x256xf64>, tensor<2x256x256xf64>) -> tensor<2x256xf64>
  %h2 = stablehlo.convert %h1 : (tensor<2x256xf64>) -> tensor<2x256xf32>
  check.expect_eq %g3, %h2 : tensor<2x256xf32>
  %b1 = "stablehlo.gather"(%s, %which) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256, 8>}> : (tensor<4x256x8xbf16>, tensor<2x1xi32>) -> tensor<2x256x8xbf16>
  %b3 = stablehlo.reshape %g2 : (tensor<2x256x256xf32>) -> tensor<2x256x8x32xf32>
  %b4 = stablehlo.convert %b1 : (tensor<2x256x8xbf16>) -> tensor<2x256x8xf32>
  %b5 = stablehlo.broadcast_in_dim %b4, dims = [0, 1, 2] : (tensor<2x256x8xf32>) -> tensor<2x256x8x32xf32>
  %b6 = stablehlo.multiply %b3, %b5 : tensor<2x256x8x32xf32>
  %b7 = stablehlo.reshape %b6 : (tensor<2x256x8x32xf32>) -> tensor<2x256x256xf32>
  %b8 = stablehlo.dot_general %b7, %x1, contracting_dims = [2] x [1] : (tensor<2x256x256xf32>, tensor<1x256xf32>) -> tensor<2x256x1xf32>
  %s3 = stablehlo.slice %s [3:4, 0:256, 0:8] : (tensor<4x256x8xbf16>) -> tensor<1x256x8xbf16>
  %s1 = stablehlo.slice %s [1:2, 0:256, 0:8] : (tensor<4x256x8xbf16>) -> tensor<1x256x8xbf16>
  %sp = stablehlo.concatenate %s3, %s1, dim = 0 : (tensor<1x256x8xbf16>, tensor<1x256x8xbf16>) -> tensor<2x256x8xbf16>
  %sp32 = stablehlo.convert %sp : (tensor<2x256x8xbf16>) -> tensor<2x256x8xf32>
  %sp64 = stablehlo.convert %sp32 : (tensor<2x256x8xf32>) -> tensor<2x256x8xf64>
  %c3 = stablehlo.reshape %picked : (tensor<2x256x256xf64>) -> tensor<2x256x8x32xf64>
  %c5 = stablehlo.broadcast_in_dim %sp64, dims = [0, 1, 2] : (tensor<2x256x8xf64>) -> tensor<2x256x8x32xf64>
  %c6 = stablehlo.multiply %c3, %c5 : tensor<2x256x8x32xf64>
  %c7 = stablehlo.reshape %c6 : (tensor<2x256x8x32xf64>) -> tensor<2x256x256xf64>
  %x164 = stablehlo.convert %x1 : (tensor<1x256xf32>) -> tensor<1x256xf64>
  %c8 = stablehlo.dot_general %c7, %x164, contracting_dims = [2] x [1] : (tensor<2x256x256xf64>, tensor<1x256xf64>) -> tensor<2x256x1xf64>
  %c9 = stablehlo.convert %c8 : (tensor<2x256x1xf64>) -> tensor<2x256x1xf32>
  check.expect_eq %b8, %c9 : tensor<2x256x1xf32>
  return
}
