// Collectives that a program brings with it.
// RUN: sdyc opt %s -sdy-populate-op-sharding-rules | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
func.func @main(%f: tensor<8x4xf32>, %i: tensor<8x4xi32>, %b: tensor<8x4xi1>, %b0: tensor<i1>, %z: tensor<f32>, %n: tensor<i32>, %c: tensor<8x4xcomplex<f32>>, %u: tensor<8x2xf32>, %x: tensor<3x1xi32>, %y: tensor<3x4xf32>, %seed: tensor<2xui64>, %g: tensor<4x8xf32>, %t: tensor<2x8x4xf32>, %im: tensor<2x8x8x4xf32>, %small: tensor<2x4x4x4xf32>, %k: tensor<3x3x4x16xf32>, %sq: tensor<2x8x8xf32>, %tr: tensor<2x8x3xf32>, %v4: tensor<4xf32>) {
  // CHECK: stablehlo.all_gather
  // CHECK-SAME: #sdy.op_sharding_rule<([j, i])->([k, i]) {i=4, j=8, k=16} need_replication={j, k}>
  %r0 = "stablehlo.all_gather"(%f) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<16x4xf32>
  // CHECK: stablehlo.all_reduce
  // CHECK: #sdy.op_sharding_rule<([], [])->([])>
  %r1 = "stablehlo.all_reduce"(%f) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.all_to_all
  // CHECK-SAME: #sdy.op_sharding_rule<([k, i])->([l, j]) {i=4, j=2, k=8, l=16} need_replication={i, j, k, l}>
  %r2 = "stablehlo.all_to_all"(%f) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<8x4xf32>) -> tensor<16x2xf32>
  // CHECK: stablehlo.collective_broadcast
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r3 = "stablehlo.collective_broadcast"(%f) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.collective_permute
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r4 = "stablehlo.collective_permute"(%f) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.cross-replica-sum
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r5 = "stablehlo.cross-replica-sum"(%f) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.reduce_scatter
  // CHECK: #sdy.op_sharding_rule<([], [])->([])>
  %r6 = "stablehlo.reduce_scatter"(%f) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x4xf32>) -> tensor<4x4xf32>
  return
}
