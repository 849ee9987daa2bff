// What was wrong: sdy-convert-global-to-local by itself gave these their local types in silence, though
// each needs along the sharded dimension what other devices hold.
// RUN: not sdyc opt %s --split-input-file -sdy-convert-global-to-local 2>&1 | FileCheck %s

// CHECK: not_local.mlir:[[# @LINE + 3]]:{{[0-9]+}}: error: 'stablehlo.concatenate' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @concatenate(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// CHECK: error: 'stablehlo.sort' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @sort(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK: error: 'stablehlo.reverse' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @reverse(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Windows of two with a step of one overlap; those of the next, with a step of two, do not.
// CHECK: not_local.mlir:[[# @LINE + 4]]:{{[0-9]+}}: error: 'stablehlo.reduce_window' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @reduce_window(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// CHECK-NOT: error
sdy.mesh @mesh = <["x"=2]>
func.func @windows_apart(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// CHECK: error: 'stablehlo.dynamic_slice' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @dynamic_slice(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<i32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK: error: 'stablehlo.fft' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @fft(%arg0: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// -----

// CHECK: error: 'stablehlo.cholesky' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @cholesky(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.cholesky %arg0, lower = true {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// CHECK: error: 'stablehlo.triangular_solve' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @triangular_solve(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// CHECK: error: 'stablehlo.convolution' needs data of other devices: dimension 1 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @convolution(%arg0: tensor<1x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<3x2x2xf32>) -> (tensor<1x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : (tensor<1x8x2xf32>, tensor<3x2x2xf32>) -> tensor<1x8x2xf32>
  return %0 : tensor<1x8x2xf32>
}

// -----

// What is put into parts is needed whole.
// CHECK: error: 'stablehlo.dynamic_update_slice' needs data of other devices: dimension 0 of its operand 1 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @update(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<i32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Local types are equal, yet devices hold other parts.
// CHECK: error: 'stablehlo.reshape' has operands and results that are sharded unlike each other: sdy-insert-explicit-reshards comes first
sdy.mesh @mesh = <["x"=2]>
func.func @reshape(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8x4xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// -----

// CHECK: error: 'stablehlo.add' has operands and results that are sharded unlike each other
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @add(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Each device had multiplied its parts, and nothing added up what came of it.
// CHECK: error: 'stablehlo.dot_general' leaves sums over devices in parts that nothing adds up: sdy-insert-explicit-reshards comes first
sdy.mesh @mesh = <["x"=2]>
func.func @dot(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK: error: 'stablehlo.gather' leaves sums over devices in parts that nothing adds up
sdy.mesh @mesh = <["x"=2]>
func.func @gather(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<3xi32>) -> tensor<3x8xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// Slices of two rows lie across parts.
// CHECK: error: 'stablehlo.gather' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @gather(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<3xi32>) -> tensor<3x2x8xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x2x8xf32>
  return %0 : tensor<3x2x8xf32>
}

// -----

// CHECK: error: 'stablehlo.pad' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2]>
func.func @pad(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<f32>) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK: error: 'stablehlo.slice' needs data of other devices: dimension 0 of its operand 0 is sharded
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @slice(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.slice %arg0 [2:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A kernel in parts is what Shardy's pass takes as it is. Here it is made whole before, or this is said.
// CHECK: warning: 'stablehlo.convolution' on each device uses its part of dimension 0 of its operand 1 alone
sdy.mesh @mesh = <["x"=2]>
func.func @kernel(%arg0: tensor<1x8x2xf32>, %arg1: tensor<2x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> tensor<1x4x2xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<2x2x2xf32>) -> tensor<1x4x2xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}, {}]> : tensor<1x4x2xf32>
  return %1 : tensor<1x4x2xf32>
}

// -----

// CHECK: warning: 'stablehlo.reduce' leaves sums over devices in parts that nothing adds up
sdy.mesh @mesh = <["x"=2]>
func.func @sum(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A part of a function's argument that is no whole number of elements.
// CHECK: error: dimension 0 has size 7, which the 6 parts along "x", "y" do not divide
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @uneven(%arg0: tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  return
}

// -----

// Axes of one part make no difference; others of one size do.
// CHECK-NOT: error
sdy.mesh @mesh = <["one"=1, "x"=2]>
func.func @alike(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"one", "x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
