// Slices without elements could not be cut in dimensions that are in parts: what has no elements is a constant, a pad
// of it what it pads with.
// RUN: sdyc opt %s -sdyc-fold-empty-values | FileCheck %s
// RUN: sdyc partition %s | FileCheck %s --check-prefix=PARTS --implicit-check-not=stablehlo.pad
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func @main
// CHECK-NEXT: %[[NONE:.*]] = stablehlo.constant {{.*}}[{"x"}, {}]{{.*}} : tensor<3x0xf32>
// CHECK-NEXT: %[[PADDED:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] {{.*}}[{"x"}, {}]{{.*}} : (tensor<f32>) -> tensor<4x2xf32>
// CHECK-NEXT: return %[[NONE]], %[[PADDED]]
// PARTS: func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) -> (tensor<2x0xf32>, tensor<2x2xf32>)
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<f32>) -> (
    tensor<3x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [1:4, 2:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>) -> tensor<3x0xf32>
  %1 = stablehlo.pad %0, %v, low = [1, 1], high = [0, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<3x0xf32>, tensor<f32>) -> tensor<4x2xf32>
  return %0, %1 : tensor<3x0xf32>, tensor<4x2xf32>
}

// The axes do not divide the dimension that has elements: it is cut while the other one, of none, is in parts.
func.func @gathered(%a: tensor<0x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<0x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  return %a : tensor<0x3xf32>
}

// A sum of nothing is zero, though dimensions are in parts which windows look at.
// CHECK-LABEL: func @convolution
// CHECK: stablehlo.constant {{.*}}dense<0.000000e+00> : tensor<2x3x2xf32>
func.func @convolution(%a: tensor<2x0x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<1x2x2xf32>) -> (tensor<2x3x2xf32>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[3, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x0x2xf32>, tensor<1x2x2xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}

// A size of nothing is no constant of StableHLO: there are none of `index`.
// CHECK-LABEL: func @sizes
// CHECK-NEXT: shape.shape_of
func.func @sizes(%a: tensor<f32>) -> tensor<0xindex> {
  %0 = shape.shape_of %a : tensor<f32> -> tensor<0xindex>
  return %0 : tensor<0xindex>
}

// Nothing is no sum over devices.
// CHECK-LABEL: func @sum
// CHECK-NOT: unreduced
// CHECK: return
func.func @sum(%a: tensor<0x2xi32>) -> tensor<0x2xi32> {
  %0 = sdy.reshard %a <@mesh, [{}, {}], unreduced={"x"}> : tensor<0x2xi32>
  %1 = stablehlo.negate %0 : tensor<0x2xi32>
  return %1 : tensor<0x2xi32>
}

// A roll by nothing is all of the tensor in front of none of it: the tensor itself.
// CHECK-LABEL: func private @rolled
// CHECK-NOT: stablehlo.concatenate
// CHECK: return %arg0 :
func.func private @rolled(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.slice %a [0:4, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.slice %a [0:0, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>) -> tensor<0x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>, tensor<0x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
