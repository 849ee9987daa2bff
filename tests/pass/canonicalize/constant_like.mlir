// RUN: sdyc opt -canonicalize %s | FileCheck %s

// Like a tensor whose shape is known: a constant.
// CHECK-LABEL: func.func @static(
// CHECK-NEXT:    %0 = chlo.constant dense<3> : tensor<1x2xi32>
// CHECK-NEXT:    %1 = chlo.constant dense<3.250000e+00> : tensor<1x2xf32>
// CHECK-NEXT:    %2 = stablehlo.abs %arg0
// CHECK-NEXT:    return %1, %0, %2
func.func @static(%arg0: tensor<1x2xi64>) -> (tensor<1x2xf32>, tensor<1x2xi32>, tensor<1x2xi64>) {
  %0 = stablehlo.abs %arg0 : tensor<1x2xi64>
  %1 = "chlo.constant_like"(%arg0) {value = 3.25 : f32} : (tensor<1x2xi64>) -> tensor<1x2xf32>
  %2 = "chlo.constant_like"(%0) {value = 3 : i32} : (tensor<1x2xi64>) -> tensor<1x2xi32>
  return %1, %2, %0 : tensor<1x2xf32>, tensor<1x2xi32>, tensor<1x2xi64>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT:    "chlo.constant_like"
func.func @dynamic(%arg0: tensor<?xi64>) -> tensor<?xf32> {
  %0 = "chlo.constant_like"(%arg0) {value = 3.25 : f32} : (tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
