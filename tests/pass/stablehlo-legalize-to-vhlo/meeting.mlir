// An operation of another dialect may stay where it has nothing to do with VHLO's.
// RUN: not sdyc opt %s -stablehlo-legalize-to-vhlo 2>&1 | FileCheck %s
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
  // CHECK: [[@LINE+1]]:3: error: failed to legalize unresolved materialization from ('tensor<4xf32>') to ('!vhlo.tensor_v1<4x!vhlo.f32_v1>') that remained live after conversion
  return %0 : tensor<4xf32>
}
