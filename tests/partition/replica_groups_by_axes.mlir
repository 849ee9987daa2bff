// Replica groups as axes of a mesh, where they are whole axes.
// RUN: sdyc opt %s -sdy-convert-global-to-local=enable-rgv3=true | FileCheck %s
// RUN: sdyc opt %s -sdy-inline-meshes -sdy-convert-global-to-local=enable-rgv3=true | FileCheck %s --check-prefix=INLINE
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @turned = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>

// CHECK-LABEL: func.func @whole
func.func @whole(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  // CHECK: "stablehlo.all_gather"{{.*}}replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y">]>
  %0 = sdy.all_gather [{"x"}, {"y"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @part
func.func @part(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}, {"x"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) {
  // CHECK: "stablehlo.all_gather"{{.*}}replica_groups = dense<
  %0 = sdy.all_gather [{"y":(1)2}, {}] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK: "stablehlo.all_to_all"{{.*}}replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
  %1 = sdy.all_to_all [{"x"}: 1->0] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: stablehlo.dynamic_slice
  %2 = sdy.all_slice [{}, {"y":(1)2}] %1 out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @sums
// INLINE-LABEL: func.func @sums
func.func @sums(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"y", "x"}]>}) {
  // CHECK: "stablehlo.all_reduce"{{.*}}replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "x">]>
  // INLINE: "stablehlo.all_reduce"{{.*}}replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 4>], device_ids=dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@turned, [{"y"}]> : tensor<8xf32>
  // CHECK: "stablehlo.reduce_scatter"{{.*}}replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "x">]>
  %1 = sdy.reduce_scatter [{"x"}] %0 out_sharding=<@turned, [{"y", "x"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
