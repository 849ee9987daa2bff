// RUN: sdyc opt %s -split-input-file -verify-diagnostics

func.func @integers(%a: tensor<2xi32>) {
  // expected-error @+1 {{operand type 'tensor<2xi32>' and result type 'tensor<2xi64>' are cast incompatible}}
  %0 = arith.index_cast %a : tensor<2xi32> to tensor<2xi64>
  return
}

// -----

func.func @shapes(%a: tensor<2xindex>) {
  // expected-error @+1 {{operand type 'tensor<2xindex>' and result type 'tensor<3xi64>' are cast incompatible}}
  %0 = arith.index_cast %a : tensor<2xindex> to tensor<3xi64>
  return
}
