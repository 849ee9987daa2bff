// Terms lie along a dimension in front, of inputs and outputs alike; a donation between two that are no longer alike is
// no more than an offer, and a layout, which says nothing of the new dimension, is dropped.
// RUN: sdyc opt %s -sdyc-keep-terms | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[A:.*]]: tensor<2x6x8xf32> {jax.buffer_donor = true,
// CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>, sdyc.terms = true}
// CHECK-SAME: %[[B:.*]]: tensor<6x8xf32>
// CHECK-SAME: -> (tensor<6x8xf32>
// CHECK-SAME: tensor<8x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}, {}]>, sdyc.terms = true})
// CHECK-NEXT: %[[SUM:.*]] = sdy.manual_computation(%[[A]])
// CHECK-SAME: in_shardings=[<@mesh, [{"x"}, {}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}], unreduced={"x"}>] manual_axes={"x"}
// CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<1x6x8xf32>) -> tensor<6x8xf32>
// CHECK: %[[RED:.*]] = sdy.reshard %[[SUM]]
// CHECK: %[[OUT:.*]] = sdy.manual_computation(%[[B]])
// CHECK-SAME: in_shardings=[<@mesh, [{}, {}], unreduced={"x", "y"}>] out_shardings=[<@mesh, [{"x", "y"}, {}, {}]>] manual_axes={"x", "y"}
// CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<6x8xf32>) -> tensor<1x6x8xf32>
// CHECK: return %[[RED]], %[[OUT]]
func.func @main(%a: tensor<6x8xf32> {mhlo.layout_mode = "{0,1}", tf.aliasing_output = 0 : i32, sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}], unreduced={"x"}>},
                %b: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
        tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x", "y"}>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {"y"}]> : tensor<6x8xf32>
  return %0, %b : tensor<6x8xf32>, tensor<6x8xf32>
}
