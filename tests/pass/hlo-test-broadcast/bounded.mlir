// Operands in the shape that all of them broadcast to, as NumPy has it.
// RUN: sdyc opt %s -hlo-test-broadcast -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @scalars
// CHECK-NEXT: [[A:%.+]] = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT: stablehlo.custom_call @numpy_broadcasted([[A]], %arg1) {has_side_effect = true}
func.func @scalars(%a: tensor<f32>, %b: tensor<3xf32>) -> !stablehlo.token {
  %0 = "hlo_test_broadcast.numpy_broadcast"(%a, %b) : (tensor<f32>, tensor<3xf32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// Of three, one alone has the size, which is bounded.
// CHECK-LABEL: func.func @three
// CHECK-NEXT: [[WIDE:%.+]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x5xf32>
// CHECK-NEXT: [[SIZE:%.+]] = stablehlo.get_dimension_size %arg1, dim = 0
// CHECK-NEXT: [[A:%.+]] = stablehlo.set_dimension_size [[WIDE]], [[SIZE]], dim = 1
// CHECK-NEXT: [[B:%.+]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 5>>
// CHECK-NEXT: [[ALL:%.+]] = stablehlo.broadcast_in_dim %arg2, dims = []
// CHECK: stablehlo.custom_call @numpy_broadcasted([[A]], [[B]],
func.func @three(%a: tensor<2x1xf32>, %b: tensor<?xf32, #stablehlo.bounds<5>>, %c: tensor<f32>) -> !stablehlo.token {
  %0 = "hlo_test_broadcast.numpy_broadcast"(%a, %b, %c) : (tensor<2x1xf32>, tensor<?xf32, #stablehlo.bounds<5>>, tensor<f32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}
