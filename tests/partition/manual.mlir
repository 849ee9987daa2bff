// A manual computation's body is local along its manual axes; inside, its free axes become local too,
// and it takes the operation's place. What enters and leaves it has another sharding on each side.
// RUN: sdyc opt %s -sdyc-localize | FileCheck %s
// RUN: sdyc opt %s -sdy-convert-global-to-local | FileCheck %s --check-prefix=LOWER

sdy.mesh @mesh = <["x"=2, "m"=2, "z"=2]>

// What was wrong: the value that left the body kept the sharding without the manual axes, so that the
// permutation behind it sent parts to the wrong devices; likewise what entered.
// CHECK-LABEL: func @both_ways
// LOWER-LABEL: func @both_ways
func.func @both_ways(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"m"}, {"x"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z"}]>}) {
  // CHECK: %[[IN:.*]] = stablehlo.reshape %arg0 {{.*}}[{}, {"x"}]>
  // CHECK-NEXT: %[[PERMUTED:.*]] = sdy.collective_permute %[[IN]] out_sharding=<@mesh, [{}, {"z"}]> : tensor<4x4xf32>
  // CHECK-NEXT: %[[OUT:.*]] = stablehlo.tanh %[[PERMUTED]] {{.*}}[{"m"}, {"z"}]>
  // CHECK-NEXT: %[[LAST:.*]] = sdy.collective_permute %[[OUT]] out_sharding=<@mesh, [{"x"}, {"z"}]> : tensor<4x4xf32>
  // CHECK-NEXT: return %[[LAST]]
  // LOWER: stablehlo.collective_permute
  // LOWER-SAME{LITERAL}: dense<[[0, 0], [1, 4], [2, 2], [3, 6], [4, 1], [5, 5], [6, 3], [7, 7]]>
  // LOWER: stablehlo.collective_permute
  // LOWER-SAME{LITERAL}: dense<[[0, 0], [1, 1], [2, 4], [3, 5], [4, 2], [5, 3], [6, 6], [7, 7]]>
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"m"}, {"x"}]>] out_shardings=[<@mesh, [{"m"}, {"z"}]>] manual_axes={"m"} (%arg1: tensor<4x8xf32>) {
    %1 = sdy.collective_permute %arg1 out_sharding=<@mesh, [{}, {"z"}]> : tensor<4x8xf32>
    %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"z"}]>]>} : tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"x"}, {"z"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Two computations, one in the other; a loop inside has local types everywhere.
// CHECK-LABEL: func @nested
func.func @nested(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"m", "x"}, {"z"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"m", "x"}, {"z"}]>}) {
  // CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%[[I:.*]] = {{.*}}, %[[CARRIED:.*]] = %arg0) : tensor<i32>, tensor<2x4xf32>
  // CHECK: %[[NEXT:.*]] = stablehlo.tanh %[[CARRIED]] {{.*}} : tensor<2x4xf32>
  // CHECK: stablehlo.return {{.*}}, %[[NEXT]] : tensor<i32>, tensor<2x4xf32>
  // CHECK-NOT: sdy.manual_computation
  // CHECK: return %[[LOOP]]#1
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"m", "x"}, {"z"}]>] out_shardings=[<@mesh, [{"m", "x"}, {"z"}]>] manual_axes={"m"} (%arg1: tensor<4x8xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"x"}, {"z"}]>] out_shardings=[<@mesh, [{"x"}, {"z"}]>] manual_axes={"x"} (%arg2: tensor<2x8xf32>) {
      %c = stablehlo.constant dense<0> : tensor<i32>
      %2:2 = stablehlo.while(%i = %c, %a = %arg2) : tensor<i32>, tensor<2x8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"z"}]>]>}
       cond {
        %3 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %3 : tensor<i1>
      } do {
        %3 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"z"}]>]>} : tensor<2x8xf32>
        stablehlo.return %i, %3 : tensor<i32>, tensor<2x8xf32>
      }
      sdy.return %2#1 : tensor<2x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
