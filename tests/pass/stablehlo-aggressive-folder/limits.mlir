// Constants that take memory are not made.
// RUN: sdyc opt --stablehlo-aggressive-folder=fold-op-element-limit=3 %s | FileCheck %s

// Up to three elements.
// CHECK-LABEL: func.func @limited(
// CHECK-NEXT: %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT: %cst = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: %0 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
// CHECK-NEXT: %1 = stablehlo.convert %c_1 : (tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.reverse %cst, dims = [0] : tensor<4xf32>
// CHECK-NEXT: return %0, %c, %1, %2 : tensor<4xi32>, tensor<3xi32>, tensor<4xf32>, tensor<4xf32>
func.func @limited() -> (tensor<4xi32>, tensor<3xi32>, tensor<4xf32>, tensor<4xf32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<3> : tensor<1xi32>
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %f = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  %1 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %2 = stablehlo.convert %c : (tensor<4xi32>) -> tensor<4xf32>
  %3 = stablehlo.reverse %f, dims = [0] : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<3xi32>, tensor<4xf32>, tensor<4xf32>
}

// Of sizes that are not known nothing is.
// CHECK-LABEL: func.func @open(
// CHECK-NEXT: %0 = stablehlo.convert %arg0 : (tensor<?xf32>) -> tensor<?xi32>
// CHECK-NEXT: %1 = stablehlo.concatenate %arg0, %arg0, dim = 0
// CHECK-NEXT: %2 = stablehlo.select %arg1, %arg0, %arg0
func.func @open(%a: tensor<?xf32>, %p: tensor<?xi1>) -> (tensor<?xi32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.convert %a : (tensor<?xf32>) -> tensor<?xi32>
  %1 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.select %p, %a, %a : tensor<?xi1>, tensor<?xf32>
  return %0, %1, %2 : tensor<?xi32>, tensor<?xf32>, tensor<?xf32>
}
