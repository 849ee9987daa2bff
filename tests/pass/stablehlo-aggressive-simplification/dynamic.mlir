// Shapes that are known after all.
// RUN: sdyc opt --stablehlo-aggressive-simplification %s | FileCheck %s

// Broadcasts to known shapes, to the shape that the value has, and one of two.
// CHECK-LABEL: func.func @broadcasts(
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<5x4xf32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<3x4xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %arg1, %arg2, dims = [1] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT: return %0, %2, %arg1, %arg1, %3 : tensor<5x4xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>
func.func @broadcasts(%a: tensor<4xf32>, %d: tensor<?xf32>, %s: tensor<2xi64>, %t: tensor<1xindex>) -> (tensor<5x4xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %c = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<5x4xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %a, %c, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = shape.shape_of %d : tensor<?xf32> -> tensor<1xindex>
  %3 = stablehlo.dynamic_broadcast_in_dim %d, %2, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %4 = "stablehlo.dynamic_broadcast_in_dim"(%d, %t) <{broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %5 = stablehlo.dynamic_broadcast_in_dim %d, %t, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %6 = stablehlo.dynamic_broadcast_in_dim %5, %s, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1, %3, %4, %6 : tensor<5x4xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>
}

// Reshapes.
// CHECK-LABEL: func.func @reshapes(
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: %1 = stablehlo.dynamic_reshape %arg1, %arg2 : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: %2 = stablehlo.dynamic_reshape %arg1, %arg3 : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %3 = stablehlo.abs %1 : tensor<?x?xf32>
// CHECK-NEXT: %4 = stablehlo.dynamic_reshape %arg1, %arg2 : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: return %0, %2, %arg2, %3, %4 : tensor<2x2xf32>, tensor<?xf32>, tensor<2xindex>, tensor<?x?xf32>, tensor<?x?xf32>
func.func @reshapes(%a: tensor<4xf32>, %d: tensor<?xf32>, %s: tensor<2xindex>, %t: tensor<1xindex>) -> (tensor<2x2xf32>, tensor<?xf32>, tensor<2xindex>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  %1 = stablehlo.dynamic_reshape %d, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_reshape %1, %t : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %3 = shape.shape_of %1 : tensor<?x?xf32> -> tensor<2xindex>
  %4 = stablehlo.abs %1 : tensor<?x?xf32>
  %5 = stablehlo.dynamic_reshape %4, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %6 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0, %2, %3, %5, %6 : tensor<2x2xf32>, tensor<?xf32>, tensor<2xindex>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Iotas, of shapes as integers and as indices.
// CHECK-LABEL: func.func @iotas(
// CHECK-NEXT: %0 = stablehlo.iota dim = 0 : tensor<4xi32>
// CHECK-NEXT: %1 = stablehlo.convert %arg0 : (tensor<2xi32>) -> tensor<2xi64>
// CHECK-NEXT: %2 = stablehlo.slice %1 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %3, %arg0, dims = [1] : (tensor<?xi32>, tensor<2xi32>) -> tensor<5x?xi32>
// CHECK-NEXT: %5 = arith.index_cast %arg1 : tensor<2xindex> to tensor<2xi64>
// CHECK-NEXT: %6 = stablehlo.slice %5 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
// CHECK-NEXT: %7 = stablehlo.dynamic_iota %6, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
// CHECK-NEXT: %8 = stablehlo.dynamic_broadcast_in_dim %7, %arg1, dims = [1] : (tensor<?xi32>, tensor<2xindex>) -> tensor<5x?xi32>
// CHECK-NEXT: return %0, %4, %8 : tensor<4xi32>, tensor<5x?xi32>, tensor<5x?xi32>
func.func @iotas(%s: tensor<2xi32>, %i: tensor<2xindex>, %t: tensor<1xindex>) -> (tensor<4xi32>, tensor<5x?xi32>, tensor<5x?xi32>) {
  %0 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<4xi32>
  %1 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<5x?xi32>
  %2 = stablehlo.dynamic_iota %i, dim = 1 : (tensor<2xindex>) -> tensor<5x?xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<5x?xi32>, tensor<5x?xi32>
}

// Sizes as operands, where they are constants.
// CHECK-LABEL: func.func @sizes(
// CHECK-NEXT: %0 = stablehlo.slice %arg0 [0:1, 0:4] : (tensor<?x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT: %1 = stablehlo.slice %arg2 [0:1] : (tensor<2xi64>) -> tensor<1xi64>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %3 = stablehlo.slice %arg2 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %5 = stablehlo.dynamic_slice %arg0, %2, %4, sizes = [1, 4] : (tensor<?x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
// CHECK-NEXT: %6 = stablehlo.pad %arg3, %arg1, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT: return %0, %5, %6 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<5xf32>
func.func @sizes(%a: tensor<?x4xf32>, %z: tensor<f32>, %i: tensor<2xi64>, %b: tensor<2xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<5xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<2xi64>
  %c1 = stablehlo.constant dense<1> : tensor<2xi64>
  %c = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %a, %c0, %c, %c1 : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x4xf32>
  %1 = stablehlo.add %i, %c : tensor<2xi64>
  %2 = stablehlo.real_dynamic_slice %a, %i, %1, %c1 : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x4xf32>
  %3 = stablehlo.dynamic_pad %b, %z, %one, %one, %one : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  return %0, %2, %3 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<5xf32>
}

// Which dimensions a broadcast of a broadcast expands is not known.
// CHECK-LABEL: func.func @broadcast_of_broadcast
// CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [2] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>} : (tensor<?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
func.func @broadcast_of_broadcast(%a: tensor<?xf32>, %s: tensor<2xi64>, %t: tensor<3xi64>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %t, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @slice_of_known_size
// CHECK-NEXT: %[[START:.*]] = stablehlo.reshape %arg1 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: stablehlo.dynamic_slice %arg0, %[[START]], sizes = [3] {note} : (tensor<?xf32>, tensor<i64>) -> tensor<?xf32>
func.func @slice_of_known_size(%a: tensor<?xf32>, %s: tensor<1xi64>) -> tensor<?xf32> {
  %size = stablehlo.constant dense<3> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %limit = stablehlo.add %s, %size : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %a, %s, %limit, %one {note} : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
