// What comes after the first error of a function need not be expected: MLIR stops there.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

func.func @reading(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{invalid SSA name}}
  % = stablehlo.add %a, %a : tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @verifying(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 0, 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.transpose %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %0 : tensor<2x3xf32>
}
func.func @verifying(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 1, 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
