// Elements that stay where they are, and moves that are one.
// RUN: sdyc opt --stablehlo-aggressive-simplification %s | FileCheck %s

// Broadcasts: none, a reshape, a transpose, and one of two.
// CHECK-LABEL: func.func @broadcasts(
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
// CHECK-NEXT: return %arg0, %0, %1, %2 : tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<3x2xf32>, tensor<4x5xf32>
func.func @broadcasts(%a: tensor<2x3xf32>, %s: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<3x2xf32>, tensor<4x5xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %2 = stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<5xf32>) -> tensor<4x5xf32>
  return %0, %1, %2, %4 : tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<3x2xf32>, tensor<4x5xf32>
}

// Reshapes, transposes and reversals.
// CHECK-LABEL: func.func @moves(
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT: %1 = stablehlo.reshape %arg1 : (tensor<1x4x1xf32>) -> tensor<4x1x1xf32>
// CHECK-NEXT: return %arg0, %0, %arg0, %1, %arg0, %arg1, %arg2 : tensor<2x3xf32>, tensor<6xf32>, tensor<2x3xf32>, tensor<4x1x1xf32>, tensor<2x3xf32>, tensor<1x4x1xf32>, tensor<0x2xf32>
func.func @moves(%a: tensor<2x3xf32>, %b: tensor<1x4x1xf32>, %e: tensor<0x2xf32>) -> (tensor<2x3xf32>, tensor<6xf32>, tensor<2x3xf32>, tensor<4x1x1xf32>, tensor<2x3xf32>, tensor<1x4x1xf32>, tensor<0x2xf32>) {
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.reshape %0 : (tensor<3x2xf32>) -> tensor<6xf32>
  %3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.transpose %b, dims = [1, 0, 2] : (tensor<1x4x1xf32>) -> tensor<4x1x1xf32>
  %6 = stablehlo.reverse %a, dims = [] : tensor<2x3xf32>
  %7 = stablehlo.reverse %b, dims = [0, 2] : tensor<1x4x1xf32>
  %8 = stablehlo.reverse %e, dims = [1] : tensor<0x2xf32>
  return %1, %2, %4, %5, %6, %7, %8 : tensor<2x3xf32>, tensor<6xf32>, tensor<2x3xf32>, tensor<4x1x1xf32>, tensor<2x3xf32>, tensor<1x4x1xf32>, tensor<0x2xf32>
}

// Concatenations, and slices of them.
// CHECK-LABEL: func.func @pieces(
// CHECK-NEXT: %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
// CHECK-NEXT: %1 = stablehlo.concatenate %arg1, %arg0, %arg1, dim = 0 : (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<8xf32>
// CHECK-NEXT: %2 = stablehlo.slice %arg1 [1:3] : (tensor<3xf32>) -> tensor<2xf32>
// CHECK-NEXT: return %arg0, %0, %1, %2 : tensor<2xf32>, tensor<5xf32>, tensor<8xf32>, tensor<2xf32>
func.func @pieces(%a: tensor<2xf32>, %b: tensor<3xf32>, %e: tensor<0xf32>) -> (tensor<2xf32>, tensor<5xf32>, tensor<8xf32>, tensor<2xf32>) {
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.concatenate %a, %e, %b, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<5xf32>
  %2 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
  %3 = stablehlo.concatenate %2, %b, dim = 0 : (tensor<5xf32>, tensor<3xf32>) -> tensor<8xf32>
  %4 = stablehlo.concatenate %a, %b, %a, dim = 0 : (tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<7xf32>
  %5 = stablehlo.slice %4 [3:5] : (tensor<7xf32>) -> tensor<2xf32>
  return %0, %1, %3, %5 : tensor<2xf32>, tensor<5xf32>, tensor<8xf32>, tensor<2xf32>
}

// Pads, iotas and sizes.
// CHECK-LABEL: func.func @made(
// CHECK-NEXT: %c = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<1x4xi32>
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.iota dim = 0 : tensor<4xi32>
// CHECK-NEXT: %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xi32>) -> tensor<2x4xi32>
// CHECK-NEXT: return %arg0, %0, %c_0, %2, %c : tensor<2xf32>, tensor<3xf32>, tensor<1x4xi32>, tensor<2x4xi32>, tensor<i32>
func.func @made(%a: tensor<2xf32>, %e: tensor<0xf32>, %z: tensor<f32>, %d: tensor<?x3xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<1x4xi32>, tensor<2x4xi32>, tensor<i32>) {
  %0 = stablehlo.pad %a, %z, low = [0], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.pad %e, %z, low = [1], high = [2], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.iota dim = 0 : tensor<1x4xi32>
  %3 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %4 = stablehlo.get_dimension_size %d, dim = 1 : (tensor<?x3xf32>) -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<3xf32>, tensor<1x4xi32>, tensor<2x4xi32>, tensor<i32>
}

// Parts at constant places, which are clamped.
// CHECK-LABEL: func.func @parts(
// CHECK-NEXT: %0 = stablehlo.slice %arg0 [2:4, 0:5] : (tensor<4x5xf32>) -> tensor<2x5xf32>
// CHECK-NEXT: %1 = stablehlo.slice %arg0 [3:4, 0:5] : (tensor<4x5xf32>) -> tensor<1x5xf32>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<1x5xf32>) -> tensor<5xf32>
// CHECK-NEXT: return %0, %arg1, %arg0, %2, %arg0 : tensor<2x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4x5xf32>
func.func @parts(%a: tensor<4x5xf32>, %u: tensor<4x5xf32>, %e: tensor<0x5xf32>, %i: tensor<i32>) -> (tensor<2x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4x5xf32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %at = stablehlo.constant dense<9> : tensor<1xi32>
  %0 = stablehlo.dynamic_slice %a, %c, %z, sizes = [2, 5] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x5xf32>
  %1 = stablehlo.dynamic_update_slice %a, %u, %z, %z : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  %2 = stablehlo.dynamic_update_slice %a, %e, %i, %z : (tensor<4x5xf32>, tensor<0x5xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  %3 = "stablehlo.gather"(%a, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 5>}> : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<5xf32>
  %4 = stablehlo.slice %a [0:4, 0:5] : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0, %1, %2, %3, %4 : tensor<2x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4x5xf32>
}
