// Bounded tensors are stored as long as their bounds, and their sizes beside them.
// RUN: sdyc opt %s -split-input-file -sdyc-pad-bounded -verify-diagnostics | FileCheck %s

// The size of an argument is a further argument, and that of a result a further result; padding is zero where it is summed.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %arg0: tensor<8x4xf32>, %arg1: tensor<i32> {sdyc.size_of = array<i64: 0, 0>}) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<i32> {sdyc.size_of = array<i64: 0, 0>}) {
// CHECK: [[SIZE:%.+]] = stablehlo.clamp {{.*}}, %arg1, {{.*}} : tensor<i32>
// CHECK: [[TWICE:%.+]] = stablehlo.add %arg0, %arg0 : tensor<8x4xf32>
// CHECK: [[LIMIT:%.+]] = stablehlo.broadcast_in_dim [[SIZE]], dims = [] : (tensor<i32>) -> tensor<8x4xi32>
// CHECK: [[MASK:%.+]] = stablehlo.compare LT, {{.*}}, [[LIMIT]] : (tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi1>
// CHECK: [[ZEROED:%.+]] = stablehlo.select [[MASK]], [[TWICE]], {{.*}} : tensor<8x4xi1>, tensor<8x4xf32>
// CHECK: [[SUM:%.+]] = stablehlo.reduce([[ZEROED]] init: {{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: return [[TWICE]], [[SUM]], [[SIZE]] : tensor<8x4xf32>, tensor<4xf32>, tensor<i32>
func.func @sum(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<4xf32>) {
  %0 = stablehlo.add %a, %a : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<4xf32>
}

// -----

// A dimension that is not known is untouched elsewhere: no mask.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: select
// CHECK: stablehlo.reduce(%arg0 init: {{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
func.func @rows(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}

// -----

// CHECK-LABEL: func.func @static(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: return %arg0
func.func @static(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

func.func @whole(%x: tensor<4x?xf32, #stablehlo.bounds<?, 3>>, %s: tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4x?xf32, #stablehlo.bounds<?, 3>> {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op cannot be run: the size of dimension 1 of operand 0 is known at run time only, and the operation works on whole ones}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<4x?xf32, #stablehlo.bounds<?, 3>>, tensor<?xf32, #stablehlo.bounds<3>>, tensor<?xf32, #stablehlo.bounds<3>>) -> (tensor<4x?xf32, #stablehlo.bounds<?, 3>>, tensor<?xf32, #stablehlo.bounds<3>>, tensor<?xf32, #stablehlo.bounds<3>>)
  return %0#0 : tensor<4x?xf32, #stablehlo.bounds<?, 3>>
}

// -----

func.func @open(%a: tensor<?xf32, #stablehlo.bounds<8>>, %s: tensor<1xi32>) -> tensor<?xf32> {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op has a result with a dimension that is open and has no bound}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
