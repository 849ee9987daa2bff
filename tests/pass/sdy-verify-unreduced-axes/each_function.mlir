// Each function has its own first mismatch reported, with the axes.
// RUN: not sdyc opt -sdy-verify-unreduced-axes %s 2>&1 | FileCheck %s

// CHECK: error: 'func.return' op has unreduced axes mismatch for 'x, y' at return value 0
// CHECK: error: 'sdy.all_reduce' op operand must be sharded.

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @one(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) {
  return %arg0 : tensor<8xf32>
}
func.func @two(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
