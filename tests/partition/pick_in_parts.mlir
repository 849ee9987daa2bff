// The search for the greatest element and its place along a dimension in parts: each device searches its part, and what they
// have found is searched once more. The whole dimension was gathered for it.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc opt %s -sdyc-pick-in-parts | FileCheck %s --check-prefix=WHOLE
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func.func public @main(%arg0: tensor<3x16xf32>
// CHECK-NOT: all_gather
// CHECK: %[[PART:.*]]:2 = stablehlo.reduce({{.*}} across dimensions = [2] : (tensor<3x1x16xf32>, tensor<3x1x16xi32>, {{.*}} -> (tensor<3x1xf32>, tensor<3x1xi32>)
// CHECK: "stablehlo.all_gather"(%[[PART]]#0) {{.*}} : (tensor<3x1xf32>) -> tensor<3x4xf32>
// CHECK: "stablehlo.all_gather"(%[[PART]]#1) {{.*}} : (tensor<3x1xi32>) -> tensor<3x4xi32>
// CHECK: stablehlo.reduce({{.*}} across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi32>

// WHOLE-LABEL: func.func public @main
// WHOLE: stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}, {}]>]>} : (tensor<6x64xf32>) -> tensor<6x4x16xf32>
func.func public @main(%x: tensor<6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %i: tensor<f32>, %j: tensor<i32>) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %p = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : tensor<6x64xi32>
  %0:2 = stablehlo.reduce(%x init: %i), (%p init: %j) across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>, <@mesh, [{"y"}]>]>} : (tensor<6x64xf32>, tensor<6x64xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %4, %5 : tensor<i1>
    %7 = stablehlo.or %1, %6 : tensor<i1>
    %8 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %9 = stablehlo.select %7, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<6xf32>, tensor<6xi32>
}

// Parts that are not even are filled up with what the search begins with.
// WHOLE-LABEL: func.func private @uneven
// WHOLE: stablehlo.pad %arg0, %arg1, low = [0], high = [1]
// WHOLE: tensor<12xf32>) -> tensor<4x3xf32>
func.func private @uneven(%x: tensor<11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<11xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// What computes counts what it begins with: it is not done in parts.
// WHOLE-LABEL: func.func private @computed
// WHOLE-NOT: reshape
func.func private @computed(%x: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.add %a, %a : tensor<f32>
    %2 = stablehlo.subtract %1, %a : tensor<f32>
    %3 = stablehlo.add %2, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// The first three of a sort along a dimension in parts: of each part three are enough.
// WHOLE-LABEL: func.func private @first_of_sort
// WHOLE: %[[SORTED:.*]]:2 = "stablehlo.sort"({{.*}}) <{dimension = 2 : i64, is_stable = true}>
// WHOLE: stablehlo.slice %[[SORTED]]#0 [0:6, 0:4, 0:3]
// WHOLE: (tensor<6x4x3xf32>) -> tensor<6x12xf32>
// WHOLE: "stablehlo.sort"({{.*}}) <{dimension = 1 : i64, is_stable = true}>
// WHOLE: stablehlo.slice {{.*}} [0:6, 0:3] {{.*}} : (tensor<6x12xf32>) -> tensor<6x3xf32>
func.func private @first_of_sort(%x: tensor<6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, tensor<6x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %p = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : tensor<6x64xi32>
  %0:2 = "stablehlo.sort"(%x, %p) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %3 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>, <@mesh, [{"y"}, {}]>]>} : (tensor<6x64xf32>, tensor<6x64xi32>) -> (tensor<6x64xf32>, tensor<6x64xi32>)
  %1 = stablehlo.slice %0#0 [0:6, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<6x64xf32>) -> tensor<6x3xf32>
  %2 = stablehlo.slice %0#1 [0:6, 0:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<6x64xi32>) -> tensor<6x2xi32>
  return %1, %2 : tensor<6x3xf32>, tensor<6x2xi32>
}
