// Shardings of tiles over numbered devices become shardings over the axes that all of them are made of.
// RUN: sdyc opt %s -split-input-file -sdyc-import-gspmd | FileCheck %s

// CHECK: sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4, "_axis_2"=4]>
// CHECK: func.func @common_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_2"}, {"_axis_0", "_axis_1"}]>}
// CHECK-SAME: %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"_axis_0"}]>}
// CHECK-SAME: %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_1"}, {"_axis_2"}]>}
// CHECK-SAME: %arg3: tensor<f32>)
// CHECK-SAME: -> (tensor<8x8xf32> {jax.result_info = "a", sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0", "_axis_1"}, {"_axis_2"}]>}) {
// CHECK-NEXT: stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_1", "_axis_0"}, {}]>]>}
func.func @common_axes(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,8]<=[8,4]T(1,0)}"}, %b: tensor<8x8xf32> {mhlo.sharding = "{devices=[1,2,16]<=[32] last_tile_dim_replicate}"},
                       %c: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,4,2]<=[2,16]T(1,0) last_tile_dim_replicate}"}, %d: tensor<f32>)
    -> (tensor<8x8xf32> {jax.result_info = "a", mhlo.sharding = "{devices=[8,4]<=[32]}"}) {
  %0 = stablehlo.add %a, %b {mhlo.sharding = "{devices=[8,1,4]<=[2,4,4]T(1,0,2) last_tile_dim_replicate}"} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// An axis is cut where a dimension takes a part of it; devices may stand one by one.
// CHECK: sdy.mesh @mesh = <["_axis_0"=7, "_axis_1"=2, "_axis_2"=5, "_axis_3"=3]>
// CHECK: @primes(%arg0: tensor<6x35xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_3", "_axis_1"}, {"_axis_2", "_axis_0"}]>}
func.func @primes(%a: tensor<6x35xf32> {mhlo.sharding = "{devices=[6,35]<=[7,10,3]T(2,1,0)}"}) -> tensor<6x35xf32> {
  return %a : tensor<6x35xf32>
}

// -----

// CHECK: sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=3]>
// CHECK: @one_by_one(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_1"}, {"_axis_0"}]>}
// CHECK-SAME: %arg1: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_1"}, {}]>}
// CHECK-SAME: %arg2: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}
// CHECK-SAME: %arg3: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}
func.func @one_by_one(%a: tensor<6x4xf32> {mhlo.sharding = "{devices=[3,2]0,3,1,4,2,5}"}, %b: tensor<6x4xf32> {mhlo.sharding = "{devices=[3,1,2]0,3,1,4,2,5 last_tile_dims={replicated} metadata={op_name=\22a{b}\22}}"},
                      %c: tensor<6x4xf32> {mhlo.sharding = "{replicated}"}, %d: tensor<6x4xf32> {mhlo.sharding = "{unknown}"}) -> tensor<6x4xf32> {
  return %a : tensor<6x4xf32>
}

// -----

// The bytes of XLA's message, as JAX of 2023 wrote them: devices=[2,1,2]0,1,2,3 last_tile_dim_replicate, and replicated.
// CHECK: sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=2]>
// CHECK: @bytes(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {}]>}
// CHECK-SAME: %arg1: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}
func.func @bytes(%a: tensor<4x4xf32> {mhlo.sharding = "\08\03\1A\03\02\01\02\22\04\00\01\02\030\01"}, %b: tensor<4x4xf32> {mhlo.sharding = ""}) -> tensor<4x4xf32> {
  return %a : tensor<4x4xf32>
}

// -----

// XLA counts the values of a long list in comments.
// CHECK-LABEL: @counted(
// CHECK: stablehlo.while{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"_axis_0"}]>]>}
func.func @counted(%n: tensor<i32>, %a: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.while(%i = %n, %x = %a) : tensor<i32>, tensor<8xf32> attributes {mhlo.sharding = "{{replicated}, /*index=1*/{devices=[2]<=[2]} /* the last one */ }"}
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %i, %x : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// Constraints, also such that leave dimensions open, and several results.
// CHECK: sdy.mesh @mesh = <["_axis_0"=8, "_axis_1"=4]>
// CHECK-LABEL: @constraints(
// CHECK-NEXT: sdy.sharding_constraint %arg0 <@mesh, [{"_axis_0"}, {}]>
// CHECK-NEXT: sdy.sharding_constraint %{{.*}} <@mesh, [{"_axis_0"}, {?}]>
// CHECK-NEXT: stablehlo.constant
// CHECK-NEXT: stablehlo.reduce{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_1"}]>, <@mesh, [{}]>]>}
// CHECK-NOT: mhlo.sharding
func.func @constraints(%a: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[8,1,4]<=[32] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[8,1,4]<=[32] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2:2 = stablehlo.reduce(%1 init: %zero), (%0 init: %zero) across dimensions = [1] {mhlo.sharding = "{{devices=[4,8]<=[8,4]T(1,0) last_tile_dim_replicate}, {replicated}}"} : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<f32>, %w: tensor<f32>) {
      %3 = stablehlo.add %x, %y : tensor<f32>
      %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
      %5 = stablehlo.add %z, %w : tensor<f32>
      stablehlo.return %4, %5 : tensor<f32>, tensor<f32>
    }
  return %2#0, %2#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// What lies on one device, sorted and once.
// CHECK: sdy.mesh @mesh = <["_axis_0"=8]>
// CHECK-NEXT: sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
// CHECK-NEXT: sdy.mesh @maximal_mesh_4 = <[], device_ids=[4]>
// CHECK-LABEL: @on_one_device(
// CHECK-SAME: {sdy.sharding = #sdy.sharding<@maximal_mesh_4, []>}
// CHECK-SAME: {sdy.sharding = #sdy.sharding<@maximal_mesh_0, []>}
func.func @on_one_device(%a: tensor<8xf32> {mhlo.sharding = "{maximal device=4}"}, %b: tensor<8xf32> {mhlo.sharding = "{maximal device=0}"},
                         %c: tensor<8xf32> {mhlo.sharding = "{maximal device=4}"}, %d: tensor<8xf32> {mhlo.sharding = "{devices=[8]<=[8]}"}) -> tensor<8xf32> {
  return %d : tensor<8xf32>
}

// -----

// Nothing is sharded: the module stays as it is; and so does one that has a mesh.
// CHECK-NOT: sdy.mesh
// CHECK: mhlo.sharding = "{replicated}"
func.func @replicated(%a: tensor<8xf32> {mhlo.sharding = "{replicated}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// CHECK: sdy.mesh @own = <["x"=8]>
// CHECK: mhlo.sharding = "{devices=[8]<=[8]}"
sdy.mesh @own = <["x"=8]>
func.func @has_a_mesh(%a: tensor<8xf32> {mhlo.sharding = "{devices=[8]<=[8]}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// On one device "the first has all of it" is what JAX 0.6 writes; an argument may not have the sharding of a single device.
// CHECK-NOT: sdy.mesh
// CHECK: func.func @main(%arg0: tensor<8x4xf32> {mhlo.sharding = "{maximal device=0}"}) -> tensor<8x4xf32>
module attributes {mhlo.num_partitions = 1 : i32} {
  func.func @main(%a: tensor<8x4xf32> {mhlo.sharding = "{maximal device=0}"}) -> tensor<8x4xf32> {
    return %a : tensor<8x4xf32>
  }
}
