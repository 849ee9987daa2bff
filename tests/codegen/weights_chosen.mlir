// Weights that numbers of the program choose, a layer's in a loop or the experts of a token, are read where they lie, too.
// RUN: sdyc kernels %s --entry=layers | FileCheck %s
// RUN: sdyc kernels %s --entry=experts | FileCheck %s --check-prefixes=CHECK,EXPERTS
// RUN: sdyc kernels %s --entry=blocks | FileCheck %s --check-prefixes=CHECK,BLOCKS
// RUN: sdyc kernels %s --entry=columns | FileCheck %s --check-prefix=COLUMNS
// CHECK-NOT: copy: stablehlo
// CHECK: sum {{.*}} in [0, 3]]
// EXPERTS-NEXT: decoded as it is read, blocks of 256
// BLOCKS-NEXT: decoded as it is read, with scales, blocks of 32
// CHECK: route {{rows|dots|loops}} of
// COLUMNS-NOT: decoded as it is read
func.func @layers(%x: tensor<1x256xf32>, %w: tensor<4x256x256xi8>, %s: tensor<4x256xf32>) -> tensor<1x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<1x256xf32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 256, 256] : (tensor<4x256x256xi8>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x256xi8>
    %2 = stablehlo.reshape %1 : (tensor<1x256x256xi8>) -> tensor<256x256xi8>
    %3 = stablehlo.dynamic_slice %s, %i, %zero, sizes = [1, 256] : (tensor<4x256xf32>, tensor<i32>, tensor<i32>) -> tensor<1x256xf32>
    %4 = stablehlo.convert %2 : (tensor<256x256xi8>) -> tensor<256x256xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<256x256xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<256x256xf32>
    %7 = stablehlo.dot_general %h, %6, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
    %8 = stablehlo.tanh %7 : tensor<1x256xf32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %9, %8 : tensor<i32>, tensor<1x256xf32>
  }
  return %0#1 : tensor<1x256xf32>
}
func.func @experts(%x: tensor<2x256xf32>, %w: tensor<4x256x256xi8>, %which: tensor<2x1xi32>) -> tensor<2x256xf32> {
  %0 = "stablehlo.gather"(%w, %which) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256, 256>}> : (tensor<4x256x256xi8>, tensor<2x1xi32>) -> tensor<2x256x256xi8>
  %1 = stablehlo.convert %0 : (tensor<2x256x256xi8>) -> tensor<2x256x256xf32>
  %2 = stablehlo.dot_general %x, %1, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x256xf32>, tensor<2x256x256xf32>) -> tensor<2x256xf32>
  return %2 : tensor<2x256xf32>
}
func.func @blocks(%x: tensor<256xf32>, %w: tensor<4x256x256xi8>, %s: tensor<4x256x8xbf16>, %which: tensor<2x1xi32>) -> tensor<2x256xf32> {
  %0 = "stablehlo.gather"(%w, %which) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256, 256>}> : (tensor<4x256x256xi8>, tensor<2x1xi32>) -> tensor<2x256x256xi8>
  %1 = "stablehlo.gather"(%s, %which) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256, 8>}> : (tensor<4x256x8xbf16>, tensor<2x1xi32>) -> tensor<2x256x8xbf16>
  %2 = stablehlo.convert %0 : (tensor<2x256x256xi8>) -> tensor<2x256x256xf32>
  %3 = stablehlo.reshape %2 : (tensor<2x256x256xf32>) -> tensor<2x256x8x32xf32>
  %4 = stablehlo.convert %1 : (tensor<2x256x8xbf16>) -> tensor<2x256x8xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<2x256x8xf32>) -> tensor<2x256x8x32xf32>
  %6 = stablehlo.multiply %3, %5 : tensor<2x256x8x32xf32>
  %7 = stablehlo.reshape %6 : (tensor<2x256x8x32xf32>) -> tensor<2x256x256xf32>
  %8 = stablehlo.dot_general %7, %x, contracting_dims = [2] x [0] : (tensor<2x256x256xf32>, tensor<256xf32>) -> tensor<2x256xf32>
  return %8 : tensor<2x256xf32>
}
func.func @columns(%x: tensor<2x256xf32>, %w: tensor<512x256xi8>, %which: tensor<300x1xi32>) -> tensor<2x300xf32> {
  %0 = "stablehlo.gather"(%w, %which) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256>}> : (tensor<512x256xi8>, tensor<300x1xi32>) -> tensor<300x256xi8>
  %1 = stablehlo.convert %0 : (tensor<300x256xi8>) -> tensor<300x256xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [1] : (tensor<2x256xf32>, tensor<300x256xf32>) -> tensor<2x300xf32>
  return %2 : tensor<2x300xf32>
}
