// Constant sizes are folded and types follow; then no operation takes sizes as operands.
// RUN: sdyc opt %s -split-input-file -stablehlo-refine-shapes -stablehlo-canonicalize-dynamism | FileCheck %s
// CHECK-LABEL: func.func @fold() -> (tensor<i64>, tensor<3xi32>, tensor<2xi1>, tensor<4xi32>) {
// CHECK-NEXT: %c = stablehlo.constant dense<2> : tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[5, 6, 7]> : tensor<3xi32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<5> : tensor<4xi32>
// CHECK-NEXT: return %c, %c_0, %c_1, %c_2 : tensor<i64>, tensor<3xi32>, tensor<2xi1>, tensor<4xi32>
// CHECK-NEXT: }
func.func @fold() -> (tensor<i64>, tensor<3xi32>, tensor<2xi1>, tensor<4xi32>) {
  %c = stablehlo.constant dense<[7, -2]> : tensor<2xi64>
  %d = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.divide %c, %d : tensor<2xi64>
  %1 = stablehlo.remainder %c, %d : tensor<2xi64>
  %2 = stablehlo.subtract %0, %1 : tensor<2xi64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<2xi64>) -> tensor<1xi64>
  %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
  %s = stablehlo.constant dense<5> : tensor<1xi32>
  %t = stablehlo.constant dense<[6, 7]> : tensor<2xi32>
  %5 = stablehlo.concatenate %s, %t, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %6 = stablehlo.compare LT, %c, %d : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %7 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1xi32>) -> tensor<4xi32>
  return %4, %5, %6, %7 : tensor<i64>, tensor<3xi32>, tensor<2xi1>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @zero() -> tensor<i32> {
// CHECK-NEXT: %c = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %0 = stablehlo.divide %c, %c_0 : tensor<i32>
// CHECK-NEXT: return %0 : tensor<i32>
// CHECK-NEXT: }
func.func @zero() -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %d = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.divide %c, %d : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @shapes(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<5x1xi32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x2xf32>, tensor<4xf32>, tensor<4x5xf32>, tensor<4x5xi1>) {
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %1 = stablehlo.abs %0 : tensor<2x4xf32>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<2x4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %4 = stablehlo.pad %arg0, %cst, low = [1, 0], high = [0, 2], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x5xf32>
// CHECK-NEXT: %5 = stablehlo.compare GT, %4, %4 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x2xf32>, tensor<4xf32>, tensor<4x5xf32>, tensor<4x5xi1>
// CHECK-NEXT: }
func.func @shapes(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %i: tensor<5x1xi32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xi1>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.abs %0 : tensor<?x?xf32>
  %s = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
  %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %n = stablehlo.get_dimension_size %2, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.dynamic_broadcast_in_dim %z, %n1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %lo = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %hi = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %in = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %4 = stablehlo.dynamic_pad %a, %z, %lo, %hi, %in : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = stablehlo.compare GT, %4, %4 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xi1>
}

// -----

// CHECK-LABEL: func.func @loop(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %1:2 = stablehlo.while(%iterArg = %0, %iterArg_1 = %c) : tensor<4xf32>, tensor<i32>
// CHECK-NEXT: cond {
// CHECK-NEXT: %2 = stablehlo.compare LT, %iterArg_1, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %2 : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: %2 = stablehlo.add %iterArg, %iterArg : tensor<4xf32>
// CHECK-NEXT: %3 = stablehlo.add %iterArg_1, %c_0 : tensor<i32>
// CHECK-NEXT: stablehlo.return %2, %3 : tensor<4xf32>, tensor<i32>
// CHECK-NEXT: }
// CHECK-NEXT: return %1#0 : tensor<4xf32>
// CHECK-NEXT: }
func.func @loop(%a: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1:2 = stablehlo.while(%x = %0, %i = %c) : tensor<?xf32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.add %x, %x : tensor<?xf32>
    %k = stablehlo.add %i, %o : tensor<i32>
    stablehlo.return %y, %k : tensor<?xf32>, tensor<i32>
  }
  return %1#0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @main(%arg0: tensor<2x5xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = call @flat(%arg0) : (tensor<2x5xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-LABEL: func.func private @product() -> tensor<i32> {
// CHECK-NEXT: %c = stablehlo.constant dense<4> : tensor<i32>
// CHECK-NEXT: return %c : tensor<i32>
// CHECK-NEXT: }
// CHECK-LABEL: func.func private @flat(%arg0: tensor<2x5xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
// CHECK-NEXT: }
module {
  func.func @main(%a: tensor<2x5xf32>) -> tensor<?xf32> {
    %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<2x5xf32>) -> tensor<i32>
    %m = call @product(%n, %n) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %0 = call @flat(%m, %a) : (tensor<i32>, tensor<2x5xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func private @product(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.multiply %a, %b : tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @flat(%n: tensor<i32>, %a: tensor<2x5xf32>) -> tensor<?xf32> {
    %1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %z = stablehlo.constant dense<1.0> : tensor<f32>
    %0 = stablehlo.dynamic_broadcast_in_dim %z, %1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

// -----

// CHECK-LABEL: func.func @slices(%arg0: tensor<8x6xf32>, %arg1: tensor<2xi32>) -> (tensor<3x3xf32>, tensor<7x5xf32>) {
// CHECK-NEXT: %0 = stablehlo.slice %arg0 [1:7:2, 2:5] : (tensor<8x6xf32>) -> tensor<3x3xf32>
// CHECK-NEXT: %1 = stablehlo.slice %arg1 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
// CHECK-NEXT: %2 = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>
// CHECK-NEXT: %3 = stablehlo.slice %arg1 [1:2] : (tensor<2xi32>) -> tensor<1xi32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi32>) -> tensor<i32>
// CHECK-NEXT: %5 = stablehlo.dynamic_slice %arg0, %2, %4, sizes = [7, 5] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<7x5xf32>
// CHECK-NEXT: return %0, %5 : tensor<3x3xf32>, tensor<7x5xf32>
// CHECK-NEXT: }
func.func @slices(%a: tensor<8x6xf32>, %s: tensor<2xi32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %l = stablehlo.constant dense<[7, 5]> : tensor<2xi32>
  %t = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %u = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %a, %c, %l, %t : (tensor<8x6xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %e = stablehlo.add %s, %l : tensor<2xi32>
  %1 = stablehlo.real_dynamic_slice %a, %s, %e, %u : (tensor<8x6xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @calls(%arg0: tensor<4xf32>) -> tensor<3x7xf32> {
// CHECK-NEXT: %0 = stablehlo.custom_call @foo(%arg0) : (tensor<4xf32>) -> tensor<3x7xf32>
// CHECK-NEXT: return %0 : tensor<3x7xf32>
// CHECK-NEXT: }
func.func @calls(%a: tensor<4xf32>) -> tensor<?x?xf32> {
  %s = stablehlo.constant dense<[3, 7]> : tensor<2xi64>
  %0 = stablehlo.custom_call @foo(%a, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @tuples(%arg0: tensor<4xf32>) -> tuple<tensor<3xf32>, tensor<5x2xi1>> {
// CHECK-NEXT: %c = stablehlo.constant dense<3> : tensor<1xi64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[5, 2]> : tensor<2xi64>
// CHECK-NEXT: %0 = stablehlo.custom_call @foo(%arg0, %c, %c_0) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>} : (tensor<4xf32>, tensor<1xi64>, tensor<2xi64>) -> tuple<tensor<3xf32>, tensor<5x2xi1>>
// CHECK-NEXT: return %0 : tuple<tensor<3xf32>, tensor<5x2xi1>>
// CHECK-NEXT: }
func.func @tuples(%a: tensor<4xf32>) -> tuple<tensor<?xf32>, tensor<?x2xi1>> {
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %t = stablehlo.constant dense<[5, 2]> : tensor<2xi64>
  %0 = stablehlo.custom_call @foo(%a, %s, %t) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>} : (tensor<4xf32>, tensor<1xi64>, tensor<2xi64>) -> tuple<tensor<?xf32>, tensor<?x2xi1>>
  return %0 : tuple<tensor<?xf32>, tensor<?x2xi1>>
}

// -----

// CHECK-LABEL: func.func @branches(%arg0: tensor<i1>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "stablehlo.if"(%arg0) ({
// CHECK-NEXT: %1 = stablehlo.reshape %arg1 : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: stablehlo.return %1 : tensor<4xf32>
// CHECK-NEXT: }, {
// CHECK-NEXT: %1 = stablehlo.reshape %arg1 : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.negate %1 : tensor<4xf32>
// CHECK-NEXT: stablehlo.return %2 : tensor<4xf32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
// CHECK-NEXT: }
func.func @branches(%p: tensor<i1>, %a: tensor<4xf32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    %1 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
    %2 = stablehlo.negate %1 : tensor<?xf32>
    stablehlo.return %2 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @groups(%arg0: tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<?x?xf32>, tensor<4x4xf32>) {
// CHECK-NEXT: %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %2 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT: %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
// CHECK-NEXT: stablehlo.return %3 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: return %0, %1, %2 : tensor<4x16xf32>, tensor<?x?xf32>, tensor<4x4xf32>
// CHECK-NEXT: }
func.func @groups(%a: tensor<4x8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<?x?xf32>
  %1 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x8xf32>) -> tensor<?x?xf32>
  %2 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %3 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
