// What was wrong: a second run of the pass summed again what the first one had summed, a reduction
// with several results stayed whole but was declared a sum, and devices took each other's parts.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// RUN: sdyc opt %s -sdy-insert-explicit-reshards -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true -sdy-reshard-to-collectives -sdyc-localize | FileCheck %s --check-prefix=LOCAL
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true -sdy-reshard-to-collectives -sdy-convert-global-to-local | FileCheck %s --check-prefix=LOWER

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func @product
// LOCAL-LABEL: func @product
// LOWER-LABEL: func @product
func.func @product(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>},
                   %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: %[[DOT:.*]] = stablehlo.dot_general {{.*}}unreduced={"x"}
  // CHECK-NEXT: %[[PART:.*]] = sdy.all_reduce {"y"} %[[DOT]] out_sharding=<@mesh, [{}, {}], unreduced={"x"}>
  // CHECK-NEXT: %[[SUM:.*]] = sdy.all_reduce {"x"} %[[PART]] out_sharding=<@mesh, [{}, {}]>
  // CHECK-NEXT: %[[SAME:.*]] = sdy.reshard %[[SUM]]
  // CHECK-NEXT: return %[[SAME]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @scattered
func.func @scattered(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                     %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  // CHECK: %[[DOT:.*]] = stablehlo.dot_general
  // CHECK-NEXT: %[[SUM:.*]] = sdy.all_reduce {"y"} %[[DOT]]
  // CHECK-NEXT: %[[PART:.*]] = sdy.reshard %[[SUM]] <@mesh, [{"y"}, {}]>
  // CHECK-NEXT: return %[[PART]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.reduce_scatter [{"y"}, {}] %0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @several_results
func.func @several_results(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                           %arg1: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8xf32>, tensor<8xi32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<7> : tensor<i32>
  // CHECK: %[[BOTH:.*]]:2 = stablehlo.reduce(%arg0 init: {{.*}}), (%arg1 init: {{.*}}) across
  // CHECK: %[[SUM:.*]] = sdy.all_reduce {"x"} %[[BOTH]]#0
  // CHECK-NEXT: %[[MAX:.*]] = sdy.all_reduce max {"x"} %[[BOTH]]#1
  // CHECK-NEXT: return %[[SUM]], %[[MAX]]
  %2:2 = stablehlo.reduce(%arg0 init: %0), (%arg1 init: %1) across dimensions = [0] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %3 = stablehlo.add %a, %c : tensor<f32>
    %4 = stablehlo.maximum %b, %d : tensor<i32>
    stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
  }
  return %2#0, %2#1 : tensor<8xf32>, tensor<8xi32>
}

// Begun with one the sum is made of the whole dimension; it is no sum over devices, though declared so.
// CHECK-LABEL: func @declared
// LOCAL-LABEL: func @declared
func.func @declared(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: %[[WHOLE:.*]] = stablehlo.reduce({{.*}}[<@mesh, [{}]>]
  // CHECK-NEXT: %[[OPEN:.*]] = sdy.replicated_to_unreduced {"x"} %[[WHOLE]] out_sharding=<@mesh, [{}], unreduced={"x"}>
  // CHECK-NEXT: sdy.all_reduce {"x"} %[[OPEN]]
  // LOCAL: %[[WHOLE:.*]] = stablehlo.reduce(
  // LOCAL: %[[TABLE:.*]] = sdy.constant dense<[true, false, false, false]>
  // LOCAL: sdy.all_slice [{"x"}] %[[TABLE]]
  // LOCAL: %[[OPEN:.*]] = stablehlo.select {{.*}}, %[[WHOLE]], {{.*}}unreduced={"x"}
  // LOCAL: sdy.all_reduce {"x"} %[[OPEN]]
  %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Each device puts its part among zeros.
// LOCAL-LABEL: func @from_parts
func.func @from_parts(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // LOCAL: %[[ZEROS:.*]] = stablehlo.constant dense<-0.000000e+00> : tensor<8x4xf32>
  // LOCAL: sdy.constant dense<[0, 2, 4, 6]>
  // LOCAL: %[[OPEN:.*]] = stablehlo.dynamic_update_slice %[[ZEROS]], %arg0, {{.*}}unreduced={"x"}
  // LOCAL: sdy.all_reduce {"x"} %[[OPEN]]
  %0 = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

sdy.mesh @cube = <["x"=2, "y"=2, "z"=2]>
// What comes is of the same place along "y".
// LOWER-LABEL: func @permuted
func.func @permuted(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@cube, [{"x"}], unreduced={"y"}>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@cube, [{"z"}], unreduced={"y"}>}) {
  // LOWER: stablehlo.collective_permute
  // LOWER-SAME{LITERAL}: dense<[[0, 0], [1, 4], [2, 2], [3, 6], [4, 1], [5, 5], [6, 3], [7, 7]]>
  return %arg0 : tensor<8xf32>
}
