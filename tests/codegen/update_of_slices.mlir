// What a tensor is updated with, in place, is made of several slices of it: it is kept, and not each of the slices. An
// argument that nobody may overwrite is copied in any case, and nothing is kept. One window is updated by many tasks, at
// the place that its constant indices name.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: buffers:
// CHECK: kernels:
// CHECK: kernel {{[0-9]+}}, loop: stablehlo.subtract tensor<510x510xf32>
// CHECK-NOT: stablehlo.slice
// CHECK: kernel {{[0-9]+}}, loop: stablehlo.scatter tensor<512x512xf32>
// CHECK-NEXT: domain 510/{{[0-9]+}} 510,
// CHECK-NEXT: then
// CHECK-NEXT: [512 d0 + d1 + 513] add= b
// CHECK: kernel {{[0-9]+}}, move: tensor<512x512xf32>
// CHECK: kernel {{[0-9]+}}, loop: stablehlo.scatter tensor<512x512xf32>
// CHECK-NEXT: domain 510/{{[0-9]+}} 510,
// CHECK-NEXT: then
// CHECK-NEXT: [512 d0 + d1 + 513] add= sub_f32(
func.func @main(%a: tensor<512x512xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %0 = func.call @step(%a) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = func.call @step(%b) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0, %1 : tensor<512x512xf32>, tensor<512x512xf32>
}
func.func private @step(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %here = stablehlo.constant dense<1> : tensor<2xi32>
  %above = stablehlo.slice %x [0:510, 1:511] : (tensor<512x512xf32>) -> tensor<510x510xf32>
  %below = stablehlo.slice %x [2:512, 1:511] : (tensor<512x512xf32>) -> tensor<510x510xf32>
  %u = stablehlo.subtract %above, %below : tensor<510x510xf32>
  %0 = "stablehlo.scatter"(%x, %here, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<2xi32>, tensor<510x510xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
