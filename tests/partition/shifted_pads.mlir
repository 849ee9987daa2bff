// The neighbours of a field's points, as slices of the field with a border of zeros, which a function of a library puts
// around it: each is the field moved by one, of which devices send one row. The field with the border was cut into other
// parts, and so was each slice.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc opt %s -sdyc-shift-pads | FileCheck %s --check-prefix=WHOLE
// RUN: sdyc run --storage=private --input=16x8xf32=random:1 %s > %t.private
// RUN: sdyc run --storage=shared --input=16x8xf32=random:1 %s | diff - %t.private
sdy.mesh @mesh = <["x"=4]>

// CHECK-NOT: func.call
// CHECK: "stablehlo.collective_permute"({{.*}} : (tensor<1x8xf32>) -> tensor<1x8xf32>
// CHECK: "stablehlo.collective_permute"({{.*}} : (tensor<1x8xf32>) -> tensor<1x8xf32>
// CHECK-NOT: stablehlo.collective_permute
// CHECK-NOT: all_gather

// WHOLE-LABEL: func.func private @slices
// WHOLE: stablehlo.pad %arg0, %arg1, low = [-1, 2], high = [1, -1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x9xf32>
func.func private @_pad(%a: tensor<16x8xf32>) -> tensor<18x10xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %z, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<18x10xf32>
  return %0 : tensor<18x10xf32>
}
func.func public @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = call @_pad(%a) : (tensor<16x8xf32>) -> tensor<18x10xf32>
  %1 = stablehlo.slice %0 [0:16, 1:9] : (tensor<18x10xf32>) -> tensor<16x8xf32>
  %2 = stablehlo.slice %0 [2:18, 1:9] : (tensor<18x10xf32>) -> tensor<16x8xf32>
  %3 = stablehlo.slice %0 [1:17, 2:10] : (tensor<18x10xf32>) -> tensor<16x8xf32>
  %4 = stablehlo.add %1, %2 : tensor<16x8xf32>
  %5 = stablehlo.subtract %4, %3 : tensor<16x8xf32>
  return %5 : tensor<16x8xf32>
}

func.func private @slices(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %z: tensor<f32>) -> tensor<16x9xf32> {
  %0 = stablehlo.pad %a, %z, low = [1, 3], high = [2, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x8xf32>, tensor<f32>) -> tensor<19x11xf32>
  %1 = stablehlo.slice %0 [2:18, 1:10] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<19x11xf32>) -> tensor<16x9xf32>
  return %1 : tensor<16x9xf32>
}
