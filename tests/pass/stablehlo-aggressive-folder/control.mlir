// Branches and loops of which is known where they go.
// RUN: sdyc opt --stablehlo-aggressive-folder %s | FileCheck %s

// The branch that runs stands in the place of all.
// CHECK-LABEL: func.func @branch(
// CHECK-NEXT: %0 = stablehlo.cosine %arg0 : tensor<f32>
// CHECK-NEXT: return %0 : tensor<f32>
func.func @branch(%a: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %0 = "stablehlo.case"(%c) ({
    stablehlo.return %a : tensor<f32>
  }, {
    %1 = stablehlo.cosine %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Branches with effects stay, though nothing comes of them.
// CHECK-LABEL: func.func @effects(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %0 = "stablehlo.case"(%c) ({
// CHECK-NEXT: stablehlo.return %cst : tensor<f32>
// CHECK-NEXT: }, {
// CHECK-NEXT: %1 = stablehlo.custom_call @foo(%arg0) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT: stablehlo.return %1 : tensor<f32>
// CHECK-NEXT: }) : (tensor<i32>) -> tensor<f32>
// CHECK-NEXT: return %arg0 : tensor<f32>
func.func @effects(%a: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.case"(%c) ({
    stablehlo.return %a : tensor<f32>
  }, {
    %1 = stablehlo.custom_call @foo(%a) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A loop that never runs.
// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: return %arg0 : tensor<f32>
func.func @loop(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%x = %a) : tensor<f32>
  cond {
    %1 = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.cosine %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// Reductions of what is the same everywhere, and to constants.
// CHECK-LABEL: func.func @reductions(
// CHECK-NEXT: %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
// CHECK-NEXT: %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: return %c, %cst : tensor<i1>, tensor<f32>
func.func @reductions(%a: tensor<4xf32>, %z: tensor<f32>) -> (tensor<i1>, tensor<f32>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.constant dense<true> : tensor<4x8xi1>
  %0 = stablehlo.reduce(%all init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<i1>
  %1 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %2 = stablehlo.constant dense<4.0> : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0, %1 : tensor<i1>, tensor<f32>
}
