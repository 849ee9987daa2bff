// Calls of shard_map become manual computations.
// RUN: sdyc opt %s -split-input-file -sdyc-import-gspmd | FileCheck %s

// CHECK: sdy.mesh @mesh = <["_axis_0"=4, "_axis_1"=2]>
// CHECK-LABEL: func.func @manual(
// CHECK-NEXT: %[[MADE:.*]] = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"_axis_0", "_axis_1"}, {}]>, <@mesh, [{"_axis_0"}, {}]>] out_shardings=[<@mesh, [{"_axis_0", "_axis_1"}, {}]>] manual_axes={"_axis_0", "_axis_1"} (%arg2: tensor<1x8xf32>, %arg3: tensor<1x8xf32>) {
// CHECK-NEXT:   %[[SUM:.*]] = stablehlo.add %arg2, %arg3
// CHECK-NEXT:   stablehlo.negate
// CHECK-NEXT:   sdy.return %[[SUM]]
// CHECK-NEXT: } : (tensor<8x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: return %[[MADE]]
// CHECK-NOT: @shmap_body
func.func @manual(%a: tensor<8x8xf32> {mhlo.sharding = "{replicated}"}, %b: tensor<4x8xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}) -> tensor<8x8xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[8,1]<=[8]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x8xf32>) -> tensor<1x8xf32>
  %2 = stablehlo.custom_call @Sharding(%b) {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {mhlo.sharding = "{manual}"} : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %4:2 = call @shmap_body(%1, %3) : (tensor<1x8xf32>, tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>)
  %5 = stablehlo.custom_call @Sharding(%4#0) {mhlo.sharding = "{manual}"} : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {mhlo.sharding = "{devices=[8,1]<=[8]}"} : (tensor<1x8xf32>) -> tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}
func.func private @shmap_body(%a: tensor<1x8xf32>, %b: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = stablehlo.add %a, %b : tensor<1x8xf32>
  %1 = stablehlo.negate %a : tensor<1x8xf32>
  return %0, %1 : tensor<1x8xf32>, tensor<1x8xf32>
}

// -----

// Manual along one axis; the other is left to the partitioner, inside too. Two calls have the body twice.
// CHECK: sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
// CHECK-LABEL: func.func @in_part(
// CHECK-NEXT: %[[ONE:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"_axis_0", ?}, {?}]>] out_shardings=[<@mesh, [{"_axis_0", ?}, {?}]>] manual_axes={"_axis_0"} (%arg1: tensor<4x16xf32>) {
// CHECK-NEXT:   stablehlo.tanh
// CHECK-NEXT:   sdy.sharding_constraint %{{.*}} <@mesh, [{?}, {"_axis_1"}]>
// CHECK:      sdy.manual_computation(%[[ONE]])
// CHECK-NEXT:   stablehlo.tanh
// CHECK-NOT: shmap_body
func.func @in_part(%a: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
  %2 = call @shmap_body(%1) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
  %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
  %7 = call @shmap_body(%6) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %8 = stablehlo.custom_call @Sharding(%7) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
  return %9 : tensor<8x16xf32>
}
func.func private @shmap_body(%a: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.tanh %a : tensor<4x16xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}"} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// -----

// The same where the call was inlined: what comes from elsewhere is whole at every device.
// CHECK: sdy.mesh @mesh = <["_axis_0"=4]>
// CHECK-LABEL: func.func @inlined(
// CHECK-NEXT: %[[LOCAL:.*]] = stablehlo.broadcast_in_dim
// CHECK-NEXT: %[[ONE:.*]] = sdy.manual_computation(%arg0, %[[LOCAL]]) in_shardings=[<@mesh, [{"_axis_0"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"_axis_0"}]>] manual_axes={"_axis_0"} (%arg2: tensor<2xf32>, %arg3: tensor<2xf32>) {
// CHECK-NEXT:   stablehlo.add %arg2, %arg3
// CHECK-NEXT:   %[[ID:.*]] = stablehlo.partition_id
// CHECK-NEXT:   stablehlo.convert %[[ID]]
// CHECK:      } : (tensor<8xf32>, tensor<2xf32>) -> tensor<8xf32>
// CHECK-NEXT: %[[WHOLE:.*]] = stablehlo.tanh %[[ONE]]
// CHECK-NEXT: %[[TWO:.*]]:2 = sdy.manual_computation(%[[WHOLE]]) {{.*}} out_shardings=[<@mesh, [{"_axis_0"}]>, <@mesh, [{"_axis_0"}]>]
// CHECK:      return %[[TWO]]#{{[01]}}, %[[TWO]]#{{[01]}}
func.func @inlined(%a: tensor<8xf32>, %b: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.add %1, %2 : tensor<2xf32>
  %4 = stablehlo.partition_id : tensor<ui32>
  %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<f32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %7 = stablehlo.multiply %3, %6 : tensor<2xf32>
  %8 = stablehlo.custom_call @Sharding(%7) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
  %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  %10 = stablehlo.tanh %9 : tensor<8xf32>
  %11 = stablehlo.custom_call @Sharding(%10) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %12 = stablehlo.custom_call @SPMDFullToShardShape(%11) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  %13 = stablehlo.negate %12 : tensor<2xf32>
  %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  %15 = stablehlo.abs %13 : tensor<2xf32>
  %16 = stablehlo.custom_call @SPMDShardToFullShape(%15) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  return %14, %16 : tensor<8xf32>, tensor<8xf32>
}
