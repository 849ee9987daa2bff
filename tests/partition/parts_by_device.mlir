// What lies in another place of its part on each device is found by a table.
// RUN: sdyc opt %s -sdy-convert-global-to-local | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=3]>

// Parts of both dimensions, one of which begins alike everywhere.
// CHECK-LABEL: func.func @pad(
// CHECK-NEXT: %[[ENOUGH:.*]] = stablehlo.pad %arg0, %arg1, low = [2, 1], high = [2, 0], interior = [2, 1] : (tensor<3x2xi32>, tensor<i32>) -> tensor<11x4xi32>
// CHECK: stablehlo.constant dense<[0, 0, 0, 1, 1, 1]> : tensor<6xi64>
// CHECK: %[[ROW:.*]] = stablehlo.reshape
// CHECK-NEXT: %[[COLUMN:.*]] = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT: stablehlo.dynamic_slice %[[ENOUGH]], %[[ROW]], %[[COLUMN]], sizes = [10, 4] : (tensor<11x4xi32>, tensor<i64>, tensor<i64>) -> tensor<10x4xi32>
func.func @pad(%a: tensor<6x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %with: tensor<i32>) -> (tensor<20x12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.pad %a, %with, low = [2, 1], high = [2, 0], interior = [2, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<6x6xi32>, tensor<i32>) -> tensor<20x12xi32>
  return %0 : tensor<20x12xi32>
}

// CHECK-LABEL: func.func @slice(
// CHECK: stablehlo.constant dense<[3, 3, 3, 0, 0, 0]> : tensor<6xi64>
// CHECK: %[[PART:.*]] = stablehlo.dynamic_slice %arg0, %{{.*}}, sizes = [3, 2] : (tensor<6x2xi32>, tensor<i64>, tensor<i64>) -> tensor<3x2xi32>
// CHECK-NEXT: return %[[PART]]
func.func @slice(%a: tensor<12x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.slice %a [3:9, 0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<12x6xi32>) -> tensor<6x6xi32>
  return %0 : tensor<6x6xi32>
}

// CHECK-LABEL: func.func @steps(
// CHECK-NEXT: stablehlo.slice %arg0 [1:4:2] : (tensor<4xi32>) -> tensor<2xi32>
func.func @steps(%a: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.slice %a [1:12:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<12xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
