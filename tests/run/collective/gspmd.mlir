// A program in GSPMD's form: argument and result sharded, a constraint, a shard_map that sums over an axis.
// RUN: sdyc run %s --input=4x8xf32=random:1 --input=8x4xf32=random:2 --output=@%t.shared.npy
// RUN: sdyc run %s --storage=private --input=4x8xf32=random:1 --input=8x4xf32=random:2 --expected-output=@%t.shared.npy
// RUN: sdyc run %s --entry=whole --input=4x8xf32=random:1 --input=8x4xf32=random:2 --expected-output=@%t.shared.npy
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc propagate %s | FileCheck %s --check-prefix=PROPAGATED
// RUN: sdyc explain %s | FileCheck %s --check-prefix=EXPLAINED
// CHECK: func.func public @main(%arg0: tensor<2x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4xf32>
// PROPAGATED: stablehlo.dot_general {{.*}}@mesh, [{"_axis_0"{{.*}}}, {{{.*}}}]
// EXPLAINED: %a{{.*}} [{"_axis_0"}, {"_axis_1"}] {{.*}}given
func.func public @main(%a: tensor<4x8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}, %b: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.custom_call @SPMDFullToShardShape(%3) {mhlo.sharding = "{manual}"} : (tensor<4x4xf32>) -> tensor<2x2xf32>
  %5 = call @shmap_body(%4) : (tensor<2x2xf32>) -> tensor<2xf32>
  %6 = stablehlo.custom_call @Sharding(%5) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
  %7 = stablehlo.custom_call @SPMDShardToFullShape(%6) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<2xf32>) -> tensor<4xf32>
  return %7 : tensor<4xf32>
}
func.func private @shmap_body(%a: tensor<2x2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func public @whole(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
