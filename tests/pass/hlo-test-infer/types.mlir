// The types that follow from operations, told apart from those that the text gives them.
// RUN: sdyc opt %s -hlo-test-infer -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @transposed
// CHECK: "hlo_test_infer.return_types"(%0) {types0 = tensor<?x2xf32, #stablehlo.bounds<3, ?>>} : (tensor<?x?xf32>) -> index
func.func @transposed(%a: tensor<2x?xf32, #stablehlo.bounds<?, 3>>) -> index {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x?xf32, #stablehlo.bounds<?, 3>>) -> tensor<?x?xf32>
  %1 = "hlo_test_infer.get_return_types"(%0) : (tensor<?x?xf32>) -> index
  return %1 : index
}

// CHECK-LABEL: func.func @several
// CHECK: "hlo_test_infer.return_types"(%0#1) {types0 = tensor<2xf32>, types1 = tensor<3xi32>}
func.func @several(%a: tensor<2xf32>, %b: tensor<3xi32>) -> index {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<2xf32>, tensor<3xi32>
  %1 = "hlo_test_infer.get_return_types"(%0#1) : (tensor<3xi32>) -> index
  return %1 : index
}

// Bounds of broadcast operands: the larger one of 1 and of more.
// CHECK-LABEL: func.func @broadcast
// CHECK: types0 = tensor<?x4xf32, #stablehlo.bounds<5, ?>>
func.func @broadcast(%a: tensor<?x1xf32, #stablehlo.bounds<5, ?>>, %b: tensor<4xf32>) -> index {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x1xf32, #stablehlo.bounds<5, ?>>, tensor<4xf32>) -> tensor<?x?xf32>
  %1 = "hlo_test_infer.get_return_types"(%0) : (tensor<?x?xf32>) -> index
  return %1 : index
}

// Of what is unknown and of nothing, nothing is known.
// CHECK-LABEL: func.func @unknown
// CHECK: types0 = tensor<?xf32>
func.func @unknown(%a: tensor<?xf32>, %b: tensor<0xf32>) -> index {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<0xf32>) -> tensor<?xf32>
  %1 = "hlo_test_infer.get_return_types"(%0) : (tensor<?xf32>) -> index
  return %1 : index
}
