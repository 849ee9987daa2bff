// The errors of equations named no operation: "has dimensions of different sizes under one label".
// RUN: sdyc partition %s -split-input-file -verify-diagnostics
func.func @sizes(%arg0: tensor<3x2xf32>, %arg1: tensor<5x4x3xf32>) -> tensor<4x2x5xf32> {
  // expected-error@+1 {{'stablehlo.einsum' op has dimensions of different sizes under one label}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ba,dbc->cad" : (tensor<3x2xf32>, tensor<5x4x3xf32>) -> tensor<4x2x5xf32>
  return %0 : tensor<4x2x5xf32>
}

// -----

func.func @equation(%arg0: tensor<3x2xf32>, %arg1: tensor<2x3xf32>) -> tensor<3x3xf32> {
  // expected-error@+1 {{'stablehlo.einsum' op has the equation 'ab->a', which does not fit its operands and result}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab->a" : (tensor<3x2xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
