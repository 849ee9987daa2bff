// A shard_map whose call was inlined, as torch-xla writes it: a product over cut dimensions, its sum over devices, a number from outside.
// RUN: sdyc run %s --input=8x4xf32=random:1 --input=4x6xf32=random:2 --input=f32=0.5 --output=@%t.npy
// RUN: sdyc run %s --entry=whole --input=8x4xf32=random:1 --input=4x6xf32=random:2 --input=f32=0.5 --expected-output=@%t.npy
// RUN: sdyc run %s --storage=private --input=8x4xf32=random:1 --input=4x6xf32=random:2 --input=f32=0.5 --expected-output=@%t.npy
// RUN: sdyc partition %s | FileCheck %s
// CHECK: stablehlo.dot_general {{.*}} : (tensor<4x2xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
func.func @main(%a: tensor<8x4xf32>, %b: tensor<4x6xf32>, %c: tensor<f32> {mhlo.sharding = "{replicated}"}) -> tensor<8x6xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {backend_config = "", mhlo.sharding = "{devices=[2,2]0,1,2,3}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.custom_call @Sharding(%b) {backend_config = "", mhlo.sharding = "{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %4 = stablehlo.dot_general %1, %3, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %6 = stablehlo.add %4, %5 : tensor<4x6xf32>
  %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %8 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %9 = stablehlo.custom_call @Sharding(%7) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %10 = stablehlo.custom_call @SPMDShardToFullShape(%9) {backend_config = "", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return %10 : tensor<8x6xf32>
}
func.func @whole(%a: tensor<8x4xf32>, %b: tensor<4x6xf32>, %c: tensor<f32>) -> tensor<8x6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.add %c, %c : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
  %3 = stablehlo.add %0, %2 : tensor<8x6xf32>
  return %3 : tensor<8x6xf32>
}
