// Replicas and partitions at once are refused, in Shardy's words.
// RUN: not sdyc opt %s -sdy-convert-global-to-local="replica-count=2 partition-count=4" 2>&1 | FileCheck %s

// CHECK: error: Shardy partitioner convert_global_to_local does not support both replica_count > 1 and partition_count > 1 yet.
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
