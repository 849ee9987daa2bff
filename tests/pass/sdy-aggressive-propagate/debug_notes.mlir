// Where shardings come from and how they travel, through a loop, a constraint and a reshape.
// RUN: sdyc opt -sdy-add-data-flow-edges -sdy-apply-sharding-constraints="debug-sharding-origins debug-propagation-edge-sharding" -sdy-aggressive-propagate="debug-sharding-origins debug-propagation-edge-sharding" -sdy-sink-data-flow-edges="sink-debug-sharding-origins sink-debug-propagation-edge-sharding" %s | FileCheck %s

// CHECK: module {
// CHECK-NEXT: sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT: func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>, sdy.sharding_origins = {x = "self", y = "constraint_0"}}, %arg1: tensor<i32>) -> (tensor<64xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-5 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>, sdy.sharding_origins = {x = "input: 0", y = "constraint_0"}}) {
// CHECK-NEXT: %c = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x8xf32> attributes {sdy.block_arg_propagation_edges = [], sdy.block_arg_sharding_origins = [], sdy.result_propagation_edges = [#sdy.propagation_edges<[{step-2 = [{"x" = operand-0 -> [operand-1, result-0]}, {"y" = operand-1 -> [operand-0]}]}]>], sdy.result_sharding_origins = [{x = "input: 0", y = "constraint_0"}], sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x", ?}, {"y", ?}]>]>}
// CHECK-NEXT: cond {
// CHECK-NEXT: %2 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %2 : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: %2 = stablehlo.add %iterArg, %c : tensor<i32>
// CHECK-NEXT: %3 = sdy.sharding_constraint %iterArg_0 <@mesh, [{"x", ?}, {"y", ?}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"y" = result-0 -> [operand-0]}]}, {step-3 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding_origin_name = "constraint_0", sdy.sharding_origins = {x = "input: 0", y = "self"}} : tensor<8x8xf32>
// CHECK-NEXT: %4 = stablehlo.tanh %3 {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"y" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>, sdy.sharding_origins = [{x = "input: 0", y = "constraint_0"}]} : tensor<8x8xf32>
// CHECK-NEXT: stablehlo.return %2, %4 : tensor<i32>, tensor<8x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %1 = stablehlo.reshape %0#1 {sdy.propagation_edges = #sdy.propagation_edges<[{step-4 = [{"x" = operand-0 -> [result-0]}, {"y" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>, sdy.sharding_origins = [{x = "input: 0", y = "constraint_0"}]} : (tensor<8x8xf32>) -> tensor<64xf32>
// CHECK-NEXT: return %1 : tensor<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>},
                %arg1: tensor<i32>) -> tensor<64xf32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %arg1, %v = %arg0) : tensor<i32>, tensor<8x8xf32>
    cond {
      %3 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.add %i, %c : tensor<i32>
      %4 = sdy.sharding_constraint %v <@mesh, [{?}, {"y", ?}]> : tensor<8x8xf32>
      %5 = stablehlo.tanh %4 : tensor<8x8xf32>
      stablehlo.return %3, %5 : tensor<i32>, tensor<8x8xf32>
    }
  %1 = stablehlo.reshape %0#1 : (tensor<8x8xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
