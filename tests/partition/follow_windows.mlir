// What is cut out of a tensor stays on its devices until it is put back: 14 elements on 4 devices, of which
// each gets one of its neighbours'. Propagation alone would shard them on 2.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run %s --input=16x4xf32=random:1 > %t.shared
// RUN: sdyc run %s --storage=private --input=16x4xf32=random:1 > %t.private
// RUN: cmp %t.shared %t.private

// CHECK-LABEL: func.func @main(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NOT: all_gather
// CHECK: collective_permute
// CHECK: return
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [0:14, 0:4] : (tensor<16x4xf32>) -> tensor<14x4xf32>
  %1 = stablehlo.slice %arg0 [1:15, 0:4] : (tensor<16x4xf32>) -> tensor<14x4xf32>
  %2 = stablehlo.slice %arg0 [2:16, 0:4] : (tensor<16x4xf32>) -> tensor<14x4xf32>
  %3 = stablehlo.add %0, %2 : tensor<14x4xf32>
  %4 = stablehlo.subtract %3, %1 : tensor<14x4xf32>
  %5 = stablehlo.constant dense<1.0> : tensor<f32>
  %6 = stablehlo.pad %4, %5, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<14x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  return %6 : tensor<16x4xf32>
}
