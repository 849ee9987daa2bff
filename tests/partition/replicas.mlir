// Where devices are replicas, permutations and exchanges have no channel: with one, their numbers are those of partitions,
// of which there is one. They had one, and a program of replicas that names its second was refused.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true '-sdy-resolve-permutation-factors=enable-halo-exchange=true replica-count=4' -sdy-reshard-to-collectives -sdy-convert-global-to-local=replica-count=4 | FileCheck %s
sdy.mesh @mesh = <["x"=4]>

// CHECK-LABEL: func.func @exchanged
func.func @exchanged(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  // CHECK: "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0
  return %arg0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @reversed
func.func @reversed(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // CHECK: "stablehlo.collective_permute"({{.*}}) <{source_target_pairs
  %0 = stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @gathered
func.func @gathered(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // CHECK: "stablehlo.all_gather"(%arg0) <{{.*}}channel_handle{{.*}}use_global_device_ids
  return %arg0 : tensor<8xf32>
}
