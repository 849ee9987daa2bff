// Both results of a reduction are made by one kernel, each stored once.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: kernel 0, reduction: stablehlo.reduce tensor<64xf32>
// CHECK: buffers:
// CHECK-NOT: arena +{{[0-9]+}}: 64 x
// CHECK: kernels:
// CHECK: acc0: f32 = -inf
// CHECK-NEXT: acc1: i32 = 0
func.func @main(%a: tensor<64x256xf32>) -> (tensor<64xf32>, tensor<64xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %place = stablehlo.iota dim = 1 : tensor<64x256xi32>
  %results:2 = stablehlo.reduce(%a init: %least), (%place init: %zero) across dimensions = [1] : (tensor<64x256xf32>, tensor<64x256xi32>, tensor<f32>, tensor<i32>) -> (tensor<64xf32>, tensor<64xi32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %greater = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %value = stablehlo.select %greater, %x, %y : tensor<i1>, tensor<f32>
      %index = stablehlo.select %greater, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %index : tensor<f32>, tensor<i32>
    }
  return %results#0, %results#1 : tensor<64xf32>, tensor<64xi32>
}
