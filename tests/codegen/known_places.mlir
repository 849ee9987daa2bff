// A place that is computed of constants is known: reads go there, and what computes it is gone.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: buffers
// CHECK-NOT: floor
// CHECK: b1[0] = mul_f32(add_f32(b0[49], b0[50]), 0.5)
// CHECK-NOT: floor
// Beyond the ends: the last one.
// CHECK: b2[0] = b0[99]
// Less than nothing, as an unsigned number: not known.
// CHECK: b3[0] = b0[{{.*}}convert_ui32
func.func @main(%a: tensor<100xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %all = stablehlo.constant dense<100.0> : tensor<f32>
  %last = stablehlo.subtract %all, %one : tensor<f32>
  %middle = stablehlo.multiply %half, %last : tensor<f32>
  %below = stablehlo.floor %middle : tensor<f32>
  %above = stablehlo.ceil %middle : tensor<f32>
  %i = stablehlo.convert %below : (tensor<f32>) -> tensor<i32>
  %j = stablehlo.convert %above : (tensor<f32>) -> tensor<i32>
  %x = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
  %y = stablehlo.dynamic_slice %a, %j, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
  %sum = stablehlo.add %x, %y : tensor<1xf32>
  %s = stablehlo.reshape %sum : (tensor<1xf32>) -> tensor<f32>
  %mean = stablehlo.multiply %s, %half : tensor<f32>
  %far = stablehlo.multiply %all, %all : tensor<f32>
  %k = stablehlo.convert %far : (tensor<f32>) -> tensor<i64>
  %z = stablehlo.dynamic_slice %a, %k, sizes = [1] : (tensor<100xf32>, tensor<i64>) -> tensor<1xf32>
  %zs = stablehlo.reshape %z : (tensor<1xf32>) -> tensor<f32>
  %less = stablehlo.subtract %one, %all : tensor<f32>
  %u = stablehlo.convert %less : (tensor<f32>) -> tensor<ui32>
  %w = stablehlo.dynamic_slice %a, %u, sizes = [1] : (tensor<100xf32>, tensor<ui32>) -> tensor<1xf32>
  %ws = stablehlo.reshape %w : (tensor<1xf32>) -> tensor<f32>
  return %mean, %zs, %ws : tensor<f32>, tensor<f32>, tensor<f32>
}
