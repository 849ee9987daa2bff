// Groups that are axes of a mesh, or parts of axes, are those devices. They had been refused here,
// and in a program for one device taken for one group of all.
// RUN: sdyc run %s
// RUN: sdyc opt %s -sdyc-expand-operations | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[1, 0, 2, 3, 4, 5, 7, 6]>

// CHECK-LABEL: func.func @sums
func.func @sums(%arg0: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  // CHECK: replica_groups = dense<{{\[\[}}1, 4], [0, 5], [2, 7], [3, 6]]>
  %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %3 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  // CHECK: replica_groups = dense<{{\[\[}}1, 0], [2, 3], [4, 5], [7, 6]]>
  %1 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (2)2>]>, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %3 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  // CHECK: replica_groups = dense<{{\[\[}}0, 1, 2, 3], [4, 5, 6, 7]]>
  %2 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "b">]>, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %3 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}

func.func public @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<10> : tensor<i32>
  %2 = stablehlo.constant dense<100> : tensor<i32>
  %3 = stablehlo.constant dense<1000> : tensor<i32>
  %r:24 = "interpreter.run_parallel"(%0, %1, %2, %3, %3, %2, %1, %0) {
    programs = [[@sums, @sums, @sums, @sums, @sums, @sums, @sums, @sums]]
  } : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  // Device 0: with 5; with 1; with 1, 2 and 3.
  check.expect_eq_const %r#0, dense<101> : tensor<i32>
  check.expect_eq_const %r#1, dense<11> : tensor<i32>
  check.expect_eq_const %r#2, dense<1111> : tensor<i32>
  // Device 3: with 6; with 2.
  check.expect_eq_const %r#9, dense<1010> : tensor<i32>
  check.expect_eq_const %r#10, dense<1100> : tensor<i32>
  return
}
