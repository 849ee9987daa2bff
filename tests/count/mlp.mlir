// The example of two layers: two products, each with what follows it; no sum over devices apart.
// RUN: sdyc kernels %S/../../examples/mlp.mlir | FileCheck %s
// CHECK: kernels: 2
// CHECK-NEXT: phases: 2
// CHECK-NEXT: moves: 0
// CHECK-NEXT: copies: 0
