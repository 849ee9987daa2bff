// Sharding rules: collective operations.
// RUN: sdyc opt -sdy-populate-op-sharding-rules %s | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK-LABEL: func.func @all_gather(
// CHECK: stablehlo.all_gather
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, k]) {i=4, j=8, k=16} need_replication={j, k}>
func.func @all_gather(%arg0: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @all_reduce(
// CHECK: stablehlo.all_reduce
// CHECK: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @all_reduce(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @all_to_all(
// CHECK: stablehlo.all_to_all
// CHECK-SAME: #sdy.op_sharding_rule<([i, k])->([j, l]) {i=4, j=2, k=8, l=16} need_replication={i, j, k, l}>
func.func @all_to_all(%arg0: tensor<4x8xf32>) -> tensor<2x16xf32> {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// CHECK-LABEL: func.func @collective_permute(
// CHECK: stablehlo.collective_permute
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @collective_permute(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @collective_broadcast(
// CHECK: stablehlo.collective_broadcast
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @collective_broadcast(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reduce_scatter(
// CHECK: stablehlo.reduce_scatter
// CHECK: #sdy.op_sharding_rule<([i, j])->([i, k]) {i=4, j=8, k=4} need_replication={j, k}>
func.func @reduce_scatter(%arg0: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @cross_replica_sum(
// CHECK: stablehlo.cross-replica-sum
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @cross_replica_sum(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sharding_constraint(
// CHECK: sdy.sharding_constraint
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @sharding_constraint(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {?}]> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
