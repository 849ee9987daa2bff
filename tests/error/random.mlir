// What random bits are asked for and cannot be.
// RUN: sdyc opt %s -sdyc-expand-operations -split-input-file -verify-diagnostics

func.func @f(%a: tensor<3xui64>) -> tensor<4xui32> {
  // expected-error@+1 {{the state of THREE_FRY must be two integers of 64 bits, but is 'tensor<3xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return %1 : tensor<4xui32>
}

// -----

func.func @f(%a: tensor<4xui32>) -> tensor<4xui32> {
  // expected-error@+1 {{the state of PHILOX must be two or three integers of 64 bits, but is 'tensor<4xui32>'}}
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
  return %1 : tensor<4xui32>
}
