// The kernels of a softmax of many rows are a chain: one thread takes some rows through all of them.
// What several kernels only write, and what transposes its rows, makes none.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --entry=transposed | FileCheck %s --check-prefix=APART
// RUN: sdyc kernels %s --entry=joined | FileCheck %s --check-prefix=APART
// CHECK: phases: 1
// CHECK: then kernel 0, reduction: stablehlo.reduce tensor<2048xf32>, 256 tasks
// CHECK-NEXT: next kernel 1, loop: stablehlo.exponential tensor<2048x256xf32>, 256 tasks
// CHECK-NEXT: next kernel 2, reduction: stablehlo.reduce tensor<2048xf32>, 256 tasks
// CHECK-NEXT: next kernel 3, loop: stablehlo.divide tensor<2048x256xf32>, 256 tasks
// APART-NOT: next kernel
func.func @main(%a: tensor<2048x256xf32>) -> tensor<2048x256xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<2048x256xf32>, tensor<f32>) -> tensor<2048xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<2048xf32>) -> tensor<2048x256xf32>
  %shifted = stablehlo.subtract %a, %maxes : tensor<2048x256xf32>
  %exp = stablehlo.exponential %shifted : tensor<2048x256xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2048x256xf32>, tensor<f32>) -> tensor<2048xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<2048xf32>) -> tensor<2048x256xf32>
  %result = stablehlo.divide %exp, %sums : tensor<2048x256xf32>
  return %result : tensor<2048x256xf32>
}
func.func @transposed(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %result = stablehlo.subtract %a, %maxes : tensor<512x512xf32>
  return %result : tensor<512x512xf32>
}
func.func @joined(%a: tensor<4096x64xf32>, %b: tensor<4096x64xf32>) -> tensor<4096x128xf32> {
  %result = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4096x64xf32>, tensor<4096x64xf32>) -> tensor<4096x128xf32>
  return %result : tensor<4096x128xf32>
}
