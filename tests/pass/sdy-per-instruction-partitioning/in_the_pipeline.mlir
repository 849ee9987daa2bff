// RUN: sdyc opt %s -sdy-export-pipeline="enable-per-instruction-partitioning=true per-instruction-partitioning-filter='dot, selectHigh=2' inline-meshes=false" | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

// The explicit reshards of the full version come first, then the operation that the filter names goes into a computation.
// CHECK-LABEL: func @main
// CHECK:      stablehlo.add
// CHECK:      sdy.manual_computation
// CHECK:        stablehlo.dot_general
// CHECK-SAME:     (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
// CHECK:        sdy.return
// CHECK-NOT:  sdy.manual_computation
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
