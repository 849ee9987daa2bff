// A note that is not expected is a fault, as in MLIR's tools.
// RUN: not sdyc opt %s -verify-diagnostics 2>&1 | FileCheck %s
// CHECK: unexpected note "previously defined here"
func.func @value(%a: tensor<4xf32>) {
  %0 = stablehlo.abs %a : tensor<4xf32>
  // expected-error @+1 {{redefinition of SSA value '%0'}}
  %0 = stablehlo.abs %a : tensor<4xf32>
  return
}
