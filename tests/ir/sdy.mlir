// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", ?}, {?}]> : tensor<8x16xf32>
  %1 = sdy.reshard %arg0 <@mesh, [{"y":(1)2}, {}], replicated={"x"}> : tensor<8x16xf32>
  %2 = sdy.all_gather [{}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  %3 = sdy.all_slice [{}, {"y"}] %2 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  %4 = sdy.all_to_all [{"y"}: 1->0] %arg0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x16xf32>
  %5 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<8x16xf32>
  sdy.sharding_group %arg0 group_id=3 : tensor<8x16xf32>
  %6 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}], unreduced={"y"}>] manual_axes={"x"} (%arg1: tensor<4x16xf32>) {
    sdy.return %arg1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %7 = sdy.named_computation<"body">(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] (%arg1: tensor<8x16xf32>) {
    sdy.return %arg1 : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %8 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} : tensor<8x16xf32>
  return
}

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT: func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
// CHECK-NEXT:   %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", ?}, {?}]> : tensor<8x16xf32>
// CHECK-NEXT:   %1 = sdy.reshard %arg0 <@mesh, [{"y":(1)2}, {}], replicated={"x"}> : tensor<8x16xf32>
// CHECK-NEXT:   %2 = sdy.all_gather [{}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
// CHECK-NEXT:   %3 = sdy.all_slice [{}, {"y"}] %2 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
// CHECK-NEXT:   %4 = sdy.all_to_all [{"y"}: 1->0] %arg0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x16xf32>
// CHECK-NEXT:   %5 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<8x16xf32>
// CHECK-NEXT:   sdy.sharding_group %arg0 group_id=3 : tensor<8x16xf32>
// CHECK-NEXT:   %6 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}], unreduced={"y"}>] manual_axes={"x"} (%arg1: tensor<4x16xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<4x16xf32>
// CHECK-NEXT:   } : (tensor<8x16xf32>) -> tensor<8x16xf32>
// CHECK-NEXT:   %7 = sdy.named_computation<"body">(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] (%arg1: tensor<8x16xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<8x16xf32>
// CHECK-NEXT:   } : (tensor<8x16xf32>) -> tensor<8x16xf32>
// CHECK-NEXT:   %8 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} : tensor<8x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

// Device ids in order say nothing.
// CHECK: func.func private @inlined(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>})
func.func private @inlined(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[0, 1]>, [{"x"}]>})
