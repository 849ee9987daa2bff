// What is only cut once it is resharded is cut before; numbers that are counted out are not moved, nor is one number everywhere made
// whole first, which a device then had all of for the part that it needs.
// RUN: sdyc opt %s -sdyc-sink-reshards | FileCheck %s
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func @main
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[A]] [0:4, 0:2] {{.*}}[{"x"}, {}]{{.*}} : (tensor<4x8xf32>) -> tensor<4x2xf32>
// CHECK: %[[MOVED:.*]] = sdy.reshard %[[CUT]] <@mesh, [{}, {"x"}]> : tensor<4x2xf32>
// CHECK: %[[NUMBERS:.*]] = stablehlo.iota dim = 1 {{.*}}[{}, {"x"}]
// CHECK: return %[[MOVED]], %[[NUMBERS]]
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<4x8xf32>
  %1 = stablehlo.slice %0 [0:4, 0:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<4x8xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<4x8xi32>
  %3 = sdy.reshard %2 <@mesh, [{}, {"x"}]> : tensor<4x8xi32>
  return %1, %3 : tensor<4x2xf32>, tensor<4x8xi32>
}

// CHECK-LABEL: func @everywhere
// CHECK: %[[TWOS:.*]] = sdy.constant {{.*}}[{"x"}, {}]{{.*}} dense<2.000000e+00> : tensor<4x8xf32>
// CHECK: %[[SAME:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [] {{.*}}[{}, {"x"}]
// CHECK: sdy.reshard
// CHECK: return %[[TWOS]], %[[SAME]]
func.func @everywhere(%s: tensor<f32>, %t: tensor<8xf32>) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.constant dense<2.0> : tensor<4x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %3 = sdy.reshard %2 <@mesh, [{}, {"x"}]> : tensor<4x8xf32>
  %4 = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %5 = sdy.reshard %4 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  return %1, %3, %5 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// The cut dimension is in parts: nothing is gained.
// CHECK-LABEL: func @in_parts
// CHECK: sdy.reshard %arg0
func.func @in_parts(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<4x8xf32>
  %1 = stablehlo.slice %0 [0:2, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// A sum over devices, transposed and converted, of which each keeps a part: as of the gradient of a weight that is gathered
// for use and sharded where it is kept.
// CHECK-LABEL: func @part_of_sum
// CHECK: %[[SUM:.*]] = sdy.all_reduce {"x"} %arg0
// CHECK: %[[PART:.*]] = sdy.reshard %[[SUM]] <@mesh, [{}, {"x"}]> : tensor<4x8xf32>
// CHECK: %[[TURNED:.*]] = stablehlo.transpose %[[PART]], dims = [1, 0] {{.*}}[{"x"}, {}]
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[TURNED]] {{.*}}[{"x"}, {}]
// CHECK: return %[[WIDE]]
func.func @part_of_sum(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> (tensor<8x4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}, {}]> : tensor<4x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x4xf32>
  %3 = stablehlo.convert %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x4xf32>) -> tensor<8x4xf64>
  %4 = sdy.reshard %3 <@mesh, [{"x"}, {}]> : tensor<8x4xf64>
  return %4 : tensor<8x4xf64>
}

// Somebody else wants the sum.
// CHECK-LABEL: func @whole_sum
// CHECK: sdy.all_reduce {"x"} %arg0
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: sdy.reshard
func.func @whole_sum(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %2 = sdy.reshard %1 <@mesh, [{"x"}]> : tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}
