// What a manual computation is given and returns is no copy for a collective in it or behind it: the
// permutation is told how its operand is sharded there.
// RUN: sdyc opt %s -sdy-convert-global-to-local | FileCheck %s
// RUN: sdyc opt %s -sdyc-localize | sdyc opt - -sdyc-lower-collectives | FileCheck %s --check-prefix=PAIRS
sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK-LABEL: func.func @gathered
// CHECK-NEXT: %[[ALL:.*]] = "stablehlo.all_gather"(%arg0)
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[ALL]], %[[ALL]]
// CHECK-NEXT: return %[[SUM]]
func.func @gathered(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    %1 = sdy.all_gather [{}, {"y"}] %arg1 out_sharding=<@mesh, [{}, {}]> : tensor<4x8xf32>
    %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Inside, along "y" alone; outside, what was returned goes from rows of "x", "y" to those of "y", "x".
// CHECK-LABEL: func.func @permuted
// CHECK-NEXT: %[[IN:.*]] = "stablehlo.collective_permute"(%arg0){{.*}}source_target_pairs = dense<{{\[\[}}0, 0], [1, 1], [2, 2], [3, 3]]>
// CHECK-NEXT: "stablehlo.collective_permute"(%[[IN]]){{.*}}source_target_pairs = dense<{{\[\[}}0, 0], [1, 2], [2, 1], [3, 3]]>
// PAIRS-LABEL: func.func @permuted
// PAIRS: source_target_pairs = dense<{{\[\[}}0, 0], [1, 1], [2, 2], [3, 3]]>
// PAIRS: source_target_pairs = dense<{{\[\[}}0, 0], [1, 2], [2, 1], [3, 3]]>
func.func @permuted(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    %1 = sdy.collective_permute %arg1 out_sharding=<@mesh, [{"y"}, {}]> : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = sdy.collective_permute %0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
