// Constants that a function returns take the place of a call of it where neither the function nor what it calls has effects;
// else the call stays, and only its users see the constants.
// RUN: sdyc opt %s -split-input-file -stablehlo-refine-shapes | FileCheck %s

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> tensor<i32>
// CHECK-NEXT: [[SEVEN:%.+]] = stablehlo.constant dense<7>
// CHECK-NEXT: return [[SEVEN]]
func.func @main(%a: tensor<4xf32>) -> tensor<i32> {
  %0 = call @outer(%a) : (tensor<4xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @outer(%a: tensor<4xf32>) -> tensor<i32> {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  %1 = call @inner(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<i32>
}
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> tensor<i32>
// CHECK-NEXT: [[SEVEN:%.+]] = stablehlo.constant dense<7>
// CHECK-NEXT: call @outer(%arg0)
// CHECK-NEXT: return [[SEVEN]]
func.func @main(%a: tensor<4xf32>) -> tensor<i32> {
  %0 = call @outer(%a) : (tensor<4xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @outer(%a: tensor<4xf32>) -> tensor<i32> {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %1 = "stablehlo.if"(%true) ({
    %2 = func.call @inner(%a) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<i32>
}
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
