// A custom call that stands for itself.
// RUN: sdyc opt %s -sdyc-lower-pipeline -verify-diagnostics
func.func public @itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'func.call' op is recursive: propagation needs a call graph without cycles}}
  %0 = stablehlo.custom_call @mine.itself(%x) {decomposition = @itself} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
