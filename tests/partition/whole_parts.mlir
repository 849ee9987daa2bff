// A slice that takes all of a part stays, and a constant of an element for each device is sliced, as Shardy does it, but not
// where short forms are asked for.
// RUN: sdyc opt %s -sdy-convert-global-to-local | FileCheck %s
// RUN: sdyc opt %s -sdy-convert-global-to-local=short-forms=true | FileCheck %s --check-prefix=DROP

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func public @main
// CHECK-NEXT: stablehlo.slice %arg0 [0:2, 0:4]
// CHECK-NEXT: stablehlo.pad %{{.*}}, %arg1, low = [0, 0], high = [0, 0]
// DROP-LABEL: func public @main
// DROP-NEXT: return %arg0
func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<f32>)
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [0:8, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.pad %0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func private @elements
// CHECK: %[[WHOLE:.*]] = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi64>
// CHECK: %[[BEGIN:.*]] = stablehlo.reshape {{.*}} -> tensor<i64>
// CHECK: stablehlo.dynamic_slice %[[WHOLE]], %[[BEGIN]], sizes = [1]
// DROP-LABEL: func private @elements
// DROP: stablehlo.constant dense<[5, 5, 6, 6, 7, 7, 8, 8]> : tensor<8xi64>
func.func private @elements() -> (tensor<4xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<[5, 6, 7, 8]> : tensor<4xi64>
  return %0 : tensor<4xi64>
}
