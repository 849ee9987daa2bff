// Through a loop, a call, a group and a barrier that lets nothing forward.
// RUN: sdyc opt -sdy-propagation-pipeline %s | FileCheck %s

// CHECK: module {
// CHECK-NEXT: sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
// CHECK-NEXT: func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<8x4xf32>) {
// CHECK-NEXT: %0 = sdy.constant dense<0> : tensor<i32>
// CHECK-NEXT: %1:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x4xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}, {"y"}]>]>}
// CHECK-NEXT: cond {
// CHECK-NEXT: %4 = sdy.constant dense<3> : tensor<i32>
// CHECK-NEXT: %5 = stablehlo.compare LT, %iterArg, %4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %5 : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: %4 = sdy.constant dense<1> : tensor<i32>
// CHECK-NEXT: %5 = stablehlo.add %iterArg, %4 : tensor<i32>
// CHECK-NEXT: %6 = func.call @step(%iterArg_0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT: stablehlo.return %5, %6 : tensor<i32>, tensor<8x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = sdy.propagation_barrier %1#1 allowed_direction=BACKWARD : tensor<8x4xf32>
// CHECK-NEXT: %3 = stablehlo.tanh %2 : tensor<8x4xf32>
// CHECK-NEXT: return %1#1, %3 : tensor<8x4xf32>, tensor<8x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @step(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
// CHECK-NEXT: %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {"y"}]> : tensor<8x4xf32>
// CHECK-NEXT: %1 = stablehlo.sine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x4xf32>
// CHECK-NEXT: return %1 : tensor<8x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  sdy.sharding_group %arg1 group_id = 7 : tensor<8x4xf32>
  sdy.sharding_group %arg0 group_id = 7 : tensor<8x4xf32>
  %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x4xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %iterArg, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i = stablehlo.add %iterArg, %one : tensor<i32>
    %v = func.call @step(%iterArg_0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    stablehlo.return %i, %v : tensor<i32>, tensor<8x4xf32>
  }
  %1 = sdy.propagation_barrier %0#1 allowed_direction=BACKWARD : tensor<8x4xf32>
  %2 = stablehlo.tanh %1 : tensor<8x4xf32>
  return %0#1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}
func.func private @step(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}, {"y", ?}]> : tensor<8x4xf32>
  %1 = stablehlo.sine %0 : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
