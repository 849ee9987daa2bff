// The users of an argument see its old type until shapes are refined.
// RUN: sdyc opt %s -split-input-file '-stablehlo-refine-arguments=types=tensor<8x4xf32>,tensor<3xi32>,!stablehlo.token' | FileCheck %s
// CHECK-LABEL: func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<3xi32>, %arg2: !stablehlo.token) -> tensor<?x4xf32> {
// CHECK-NEXT: %c = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
// CHECK-NEXT: %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%arg0, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<8x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<3> : tensor<1xi64>
// CHECK-NEXT: %1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%arg1, %c_0) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3xi32>, tensor<1xi64>) -> tensor<*xi32>
// CHECK-NEXT: %2 = stablehlo.add %0, %0 : tensor<?x4xf32>
// CHECK-NEXT: return %2 : tensor<?x4xf32>
func.func @main(%a: tensor<?x4xf32>, %b: tensor<*xi32>, %t: !stablehlo.token) -> tensor<?x4xf32> {
  %0 = stablehlo.add %a, %a : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
