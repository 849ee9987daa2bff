// What needs more than its operands stays global: calls, and branches that read values from outside.
// RUN: sdyc opt %s -sdy-per-instruction-partitioning | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
// CHECK-NOT: sdy.manual_computation
// CHECK:     call @g(%arg0)
// CHECK:     "stablehlo.if"(%arg1)
// CHECK-NOT: sdy.manual_computation
func.func @stays(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = call @g(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<i1>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// What leaves terms of a sum that is made later would make it alone.
// CHECK-LABEL: func @leaves_terms
// CHECK-NOT: sdy.manual_computation
// CHECK: return
func.func @leaves_terms(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
