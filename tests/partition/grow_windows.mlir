// What is computed of windows and put back into the middle of a tensor is computed on the whole: windows that stand where they
// were are the tensor itself, the others send one row or column.
// RUN: sdyc opt %s -sdyc-grow-windows | FileCheck %s
// RUN: sdyc partition %s | FileCheck %s --check-prefix=LOCAL
// RUN: sdyc run --storage=private --input=16x8xf32=random:1 %s --entry=stencil > %t.private
// RUN: sdyc run --storage=shared --input=16x8xf32=random:1 %s --entry=stencil | diff - %t.private

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func public @stencil
// CHECK-COUNT-2: stablehlo.and
// CHECK:       %[[MASK:.*]] = stablehlo.and %{{.*}}, %{{.*}} {{.*}} : tensor<16x8xi1>
// CHECK:       stablehlo.while
// CHECK:       } do {
// CHECK:         stablehlo.pad %{{.*}}, %{{.*}}, low = [1, 0], high = [-1, 0], interior = [0, 0] {{.*}} -> tensor<16x8xf32>
// CHECK-NOT:     stablehlo.slice
// CHECK:         stablehlo.pad %{{.*}}, %{{.*}}, low = [0, -1], high = [0, 1], interior = [0, 0] {{.*}} -> tensor<16x8xf32>
// CHECK-NOT:     stablehlo.slice
// CHECK:         %[[SUM:.*]] = stablehlo.add {{.*}} : tensor<16x8xf32>
// CHECK:         stablehlo.select %[[MASK]], %{{.*}}, %{{.*}} : tensor<16x8xi1>, tensor<16x8xf32>
// LOCAL-LABEL: func public @stencil
// LOCAL:       } do {
// LOCAL:         "stablehlo.collective_permute"{{.*}} : (tensor<1x4xf32>) -> tensor<1x4xf32>
// LOCAL:         "stablehlo.collective_permute"{{.*}} : (tensor<4x1xf32>) -> tensor<4x1xf32>
// LOCAL-NOT:     collective_permute
// LOCAL-NOT:     all_gather
// LOCAL:       return
func.func public @stencil(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %x = %a) : tensor<i32>, tensor<16x8xf32>
      attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}, {"y"}]>]>} cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.slice %x [0:14, 1:7] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x8xf32>) -> tensor<14x6xf32>
    %3 = stablehlo.slice %x [1:15, 1:7] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x8xf32>) -> tensor<14x6xf32>
    %4 = stablehlo.slice %x [1:15, 2:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<16x8xf32>) -> tensor<14x6xf32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<14x6xf32>
    %6 = stablehlo.multiply %3, %5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<14x6xf32>
    %7 = stablehlo.add %2, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<14x6xf32>
    %8 = stablehlo.add %6, %7 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<14x6xf32>
    %9 = stablehlo.pad %8, %half, low = [1, 1], high = [1, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<14x6xf32>, tensor<f32>) -> tensor<16x8xf32>
    stablehlo.return %1, %9 : tensor<i32>, tensor<16x8xf32>
  }
  return %0#1 : tensor<16x8xf32>
}

// What else is used as it is, what is no window of a tensor as large, and what no device shares stays.
// CHECK-LABEL: func private @others
// CHECK-NOT:   stablehlo.select
func.func private @others(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<15x8xf32>, %c: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<14x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %a [0:14, 0:8] : (tensor<16x8xf32>) -> tensor<14x8xf32>
  %1 = stablehlo.negate %0 : tensor<14x8xf32>
  %2 = stablehlo.pad %1, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<14x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %3 = stablehlo.slice %b [0:14, 0:8] : (tensor<15x8xf32>) -> tensor<14x8xf32>
  %4 = stablehlo.pad %3, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<14x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %5 = stablehlo.slice %c [0:14, 0:8] : (tensor<16x8xf32>) -> tensor<14x8xf32>
  %6 = stablehlo.pad %5, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<14x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %2, %1, %4, %6 : tensor<16x8xf32>, tensor<14x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
