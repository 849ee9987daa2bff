// Processes are given parts, and their program speaks of whole tensors.
// RUN: sdyc opt %s -sdyc-merge-processes -verify-diagnostics
func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op gives '@twice' operand 0 of type 'tensor<2xf32>' as argument 0 of type 'tensor<4xf32>'}}
  %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@twice, @twice]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
