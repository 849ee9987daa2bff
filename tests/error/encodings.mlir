// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{unknown level format: sparse}}
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : sparse) }>>)

// -----

// expected-error@+1 {{unexpected position bitwidth: 7}}
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense), posWidth = 7 }>>)

// -----

// expected-error@+1 {{unexpected key: size}}
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense), size = 7 }>>)
