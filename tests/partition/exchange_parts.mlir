// RUN: sdyc opt %s -sdy-resolve-permutation-factors=enable-halo-exchange=true | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @line = <["x"=4]>

// What was wrong: rows 1 and 2 of the first device, 3 and 4 of the second are rows that they have, and were not cut out.
// CHECK-LABEL: func @some_dims_move
// CHECK: (%[[PART:arg[0-9]+]]: tensor<3x264xui8>, %{{.*}}: tensor<ui8>)
// CHECK-NOT: collective_permute
// CHECK: %[[ROWS:.*]] = stablehlo.dynamic_slice {{.*}} -> tensor<2x264xui8>
// CHECK: "stablehlo.collective_permute"(%[[ROWS]])
// CHECK: sdy.return {{.*}} : tensor<2x14xui8>
func.func @some_dims_move(%arg0: tensor<6x528xui8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<4x28xui8> {
  %0 = stablehlo.slice %arg0 [1:5, 240:268] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<6x528xui8>) -> tensor<4x28xui8>
  return %0 : tensor<4x28xui8>
}

// What was wrong: where no device stands before, its part was zeros in the place of the padding.
// CHECK-LABEL: func @nobody_before
// CHECK: (%[[PART:arg[0-9]+]]: tensor<1x2xf32>, %[[WITH:arg[0-9]+]]: tensor<f32>)
// CHECK: %[[FAR:.*]] = "stablehlo.collective_permute"(%[[PART]])
// CHECK: %[[THERE:.*]] = stablehlo.compare GE
// CHECK: %[[ELSE:.*]] = stablehlo.broadcast_in_dim %[[WITH]]
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[THERE]]
// CHECK: %[[BEFORE:.*]] = stablehlo.select %[[ALL]], %[[FAR]], %[[ELSE]]
// CHECK: %[[NEAR:.*]] = "stablehlo.collective_permute"(%[[PART]])
// CHECK: stablehlo.concatenate %[[BEFORE]], %[[NEAR]], %[[PART]], dim = 0
func.func @nobody_before(%arg0: tensor<1x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"x"}, {}]>}, %arg1: tensor<f32>) -> tensor<8x2xf32> {
  %0 = stablehlo.pad %arg0, %arg1, low = [4, 0], high = [3, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"x"}, {}]>]>} : (tensor<1x2xf32>, tensor<f32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// Zeros are what is there then.
// CHECK-LABEL: func @zeros_before
// CHECK-NOT: stablehlo.select
func.func @zeros_before(%arg0: tensor<1x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"x"}, {}]>}) -> tensor<8x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %arg0, %zero, low = [4, 0], high = [3, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"x"}, {}]>]>} : (tensor<1x2xf32>, tensor<f32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
