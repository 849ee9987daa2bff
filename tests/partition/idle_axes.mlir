// RUN: sdyc opt %s -sdyc-drop-idle-axes | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// 6 rows are parts of 3 on 2 devices and of 1 on 8: both axes make the part smaller.
// CHECK-LABEL: func @smaller
// CHECK-SAME: %arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}
func.func @smaller(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
  return
}

// On 8 devices as on 4 a device has one row of 3, or of 4; one row needs no axis.
// CHECK-LABEL: func @idle
// CHECK-SAME: %arg0: tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME: %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME: -> (tensor<1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
func.func @idle(%arg0: tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
                %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>})
    -> (tensor<1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.slice %arg0 [0:1, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// What is divided evenly stays, and so does what has no elements.
// CHECK-LABEL: func @even
// CHECK-SAME: %arg0: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
func.func @even(%arg0: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  return
}
