// Arithmetic of floats is folded where that is wanted; calls may be taken for pure.
// RUN: sdyc opt "--stablehlo-aggressive-folder=optimize-float=false" %s | FileCheck %s --check-prefix=EXACT
// RUN: sdyc opt "--stablehlo-aggressive-folder=assume-no-undeclared-side-effects=true" %s | FileCheck %s --check-prefix=PURE

// EXACT-LABEL: func.func @floats(
// EXACT: stablehlo.add
// EXACT: stablehlo.broadcast_in_dim
// PURE-LABEL: func.func @floats(
// PURE-NOT: stablehlo.add
// PURE-NOT: stablehlo.broadcast_in_dim
func.func @floats() -> (tensor<f32>, tensor<2xf32>) {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %a, %a : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2xf32>
  return %0, %1 : tensor<f32>, tensor<2xf32>
}

func.func private @called() -> tensor<i32>

// EXACT-LABEL: func.func @loop(
// EXACT: stablehlo.while
// PURE-LABEL: func.func @loop(
// PURE-NOT: stablehlo.while
func.func @loop() -> tensor<i32> {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%x = %a) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = func.call @called() : () -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// What says that it has effects stays in any case.
// PURE-LABEL: func.func @effect(
// PURE: stablehlo.while
func.func @effect() -> tensor<i32> {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%x = %a) : tensor<i32>
  cond {
    %1 = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.custom_call @foo(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}
