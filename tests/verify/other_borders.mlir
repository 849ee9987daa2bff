// A global program that knows no devices, and partitions of it by others: their border is given by flags, stated by shardings in
// GSPMD's form, or noted by XLA on the module; their groups are lists, axes of a mesh, or numbers of replicas.
// RUN: sed 's/@[ABR]@//; s/@[ABR]@//; s/@[ABR]@//; s/@MODULE@/mhlo.num_partitions = 4 : i32/; s/@GROUPS@/replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>/' %S/other_borders.txt > %t.plain
// RUN: sdyc verify %s %t.plain '--mesh=["x"=4]' '--argument=0:[{}, {"x"}]' '--argument=1:[{"x"}, {}]' | FileCheck %s --check-prefix=GIVEN
// RUN: sdyc verify %s %t.plain '--mesh=["x"=2, "y"=2]' '--argument=0:[{}, {"y", "x"}]' '--argument=1:[{"y", "x"}, {}]' '--result=0:[{}, {}]' | FileCheck %s --check-prefix=PROVED
// RUN: not sdyc verify %s %t.plain '--mesh=["x"=2, "y"=2]' '--argument=0:[{}, {"y", "x"}]' '--argument=1:[{"x", "y"}, {}]' | FileCheck %s --check-prefix=REFUTED
// RUN: not sdyc verify %s %t.plain | FileCheck %s --check-prefix=NOPART
// RUN: (sdyc verify %s %t.plain '--argument=0:[{}, {"x"}]'; test $? = 2) 2>&1 | FileCheck %s --check-prefix=NOMESH
// RUN: (sdyc verify %s %t.plain '--mesh=["x"=4]' '--argument=2:[{}, {"x"}]'; test $? = 2) 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: (sdyc verify %s %t.plain '--mesh=["x"=4]' '--argument=[{}, {"x"}]'; test $? = 2) 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: (sdyc verify %s %t.plain '--mesh=["x"=4]' '--argument=0:[{}, {"z"}]'; test $? = 2) 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: sed 's/@A@/ {mhlo.sharding = "{devices=[1,4]<=[4]}"}/; s/@B@/ {mhlo.sharding = "{devices=[4,1]<=[4]}"}/; s/@R@/ {mhlo.sharding = "{replicated}"}/; s/@MODULE@/mhlo.num_partitions = 4 : i32/; s/@GROUPS@/replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>/; /sdy.mesh/d' %S/other_borders.txt > %t.stated
// RUN: sdyc verify %s %t.stated | FileCheck %s --check-prefix=STATED
// RUN: sed 's/\[4,1\]<=\[4\]/[4,1]<=[2,2]T(1,0)/' %t.stated > %t.turned && not sdyc verify %s %t.turned | FileCheck %s --check-prefix=REFUTED
// RUN: sed 's/@[ABR]@//; s/@[ABR]@//; s/@[ABR]@//; s/@MODULE@/mhlo.num_partitions = 4 : i32, mhlo.spmd_parameters_shardings = ["{devices=[1,4]<=[4]}", "{devices=[4,1]<=[4]}"], mhlo.spmd_output_sharding = "{{replicated}}"/; s/@GROUPS@/replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>/; /sdy.mesh/d' %S/other_borders.txt > %t.noted
// RUN: sdyc verify %s %t.noted | FileCheck %s --check-prefix=STATED
// RUN: sed 's/@A@/ {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}/; s/@B@/ {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}/; s/@R@//; s/@MODULE@/mhlo.num_partitions = 4 : i32/' %S/other_borders.txt > %t.sdy
// RUN: sed 's/@GROUPS@/replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>/' %t.sdy > %t.axes && sdyc verify %s %t.axes | FileCheck %s --check-prefix=PROVED
// RUN: sed 's/@GROUPS@/replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>/' %t.sdy > %t.half && not sdyc verify %s %t.half | FileCheck %s --check-prefix=REFUTED
// RUN: sed 's/mhlo.num_partitions = 4 : i32/mhlo.num_replicas = 4 : i32/; s/@GROUPS@/replica_groups = dense<[[3, 2, 1, 0]]> : tensor<1x4xi64>/' %t.sdy > %t.replicas && sdyc verify %s %t.replicas | FileCheck %s --check-prefix=PROVED
// Two replicas of two partitions: groups of replicas, of replicas with their partitions, of devices.
// RUN: sed 's/mhlo.num_partitions = 4 : i32/mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32/' %t.sdy > %t.both
// RUN: sed 's/@GROUPS@/replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>/' %t.both > %t.1 && not sdyc verify %s %t.1 | FileCheck %s --check-prefix=REFUTED
// RUN: sed 's/@GROUPS@/channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>/' %t.both > %t.2 && sdyc verify %s %t.2 | FileCheck %s --check-prefix=PROVED
// RUN: sed 's/@GROUPS@/channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>/' %t.both > %t.3 && sdyc verify %s %t.3 | FileCheck %s --check-prefix=PROVED

// PROVED: proved by
// REFUTED: refuted: stablehlo.{{all_reduce|dot_general}}: it makes a result another one
// GIVEN: proved by
// GIVEN: argument 0: tensor<4x8xf32> [{}, {"x"}], given
// GIVEN-NEXT: argument 1: tensor<8x2xf32> [{"x"}, {}], given
// GIVEN-NEXT: result 0: tensor<4x2xf32> [{}, {}]{{$}}
// STATED: proved by
// STATED: argument 0: tensor<4x8xf32> [{}, {"_axis_0"}], stated
// STATED-NEXT: argument 1: tensor<8x2xf32> [{"_axis_0"}, {}], stated
// STATED-NEXT: result 0: tensor<4x2xf32> [{}, {}], stated
// NOPART: refuted: argument 0 is a tensor<4x2xf32> on a device, which is no part of it as propagation shards it
// NOMESH: sdyc: error: the program has no mesh that shardings could be of: --mesh='["x"=4]'
// NUMBER: sdyc: error: --argument=2:[{}, {"x"}]: the program has 2 arguments
// FORM: sdyc: error: --argument=[{}, {"x"}]: not of the form {{NUMBER}}:SHARDING, 0:[{"x"}, {}]
// AXIS: flags:1:1: error: 'func.func' op arg 0 - unknown axis name: "z"
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
