// RUN: sdyc opt %s -split-input-file -verify-diagnostics
// RUN: sed 's/{{use of.*}}/{{something else}}/' %s > %t.wrong
// RUN: not sdyc opt %t.wrong -split-input-file -verify-diagnostics 2>&1 | FileCheck %s

// CHECK: split_and_verify.wrong:{{[0-9]+}}: error: unexpected error
// CHECK: split_and_verify.wrong:{{[0-9]+}}: error: not produced: expected error "something else"
func.func @good(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// -----

func.func @bad(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{use of undeclared SSA value}}
  return %nothing : tensor<4xf32>
}
