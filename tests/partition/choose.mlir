// Shardings are chosen by the rule alone; what an operation cannot do in parts although its rule
// allows it, or because it has none, is whole from -sdy-resolve-permutation-factors on.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true -sdy-resolve-permutation-factors | FileCheck %s --check-prefix=WHOLE
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: @without_rule
// CHECK-NOT:   sdy.reshard
// CHECK:       return
// WHOLE-LABEL: @without_rule
// WHOLE:       %[[W:.*]] = sdy.reshard %arg0 <@mesh, [{}]>
// WHOLE-NEXT:  %[[CALL:.*]] = stablehlo.custom_call @f(%[[W]]) {{.*}}[<@mesh, [{}]>]
// WHOLE-NEXT:  %[[CUT:.*]] = sdy.reshard %[[CALL]] <@mesh, [{"y"}]>
// WHOLE-NEXT:  return %[[CUT]]
func.func @without_rule(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The update is whole, the operand may stay in parts.
// CHECK-LABEL: @update
// CHECK:       %[[W:.*]] = sdy.reshard %arg1 <@mesh, [{}]>
// CHECK-NEXT:  stablehlo.dynamic_update_slice %arg0, %[[W]], %arg2 {{.*}}[<@mesh, [{"x"}]>]
// CHECK-NEXT:  return
func.func @update(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %i: tensor<i32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.dynamic_update_slice %a, %b, %i {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
