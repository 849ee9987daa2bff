// A roll by a number known at run time reads rows of the tensor itself; where rows are short, the two copies are made.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 2
// CHECK: b[[rows:[0-9]+]][256 d0 + d1] = b0[d1 + 256 (b[[places:[0-9]+]][d0]) in [0, 499]]
// RUN: sdyc kernels %s --entry=narrow | FileCheck %s --check-prefix=NARROW
// NARROW: b3[d0] = b2[d0 + 1 (b1[0]) in [0, 50000]]
func.func @main(%a: tensor<500x256xf32>, %i: tensor<i32>) -> tensor<500x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<500x256xf32>, tensor<500x256xf32>) -> tensor<1000x256xf32>
  %1 = stablehlo.dynamic_slice %0, %i, %zero, sizes = [500, 256] : (tensor<1000x256xf32>, tensor<i32>, tensor<i32>) -> tensor<500x256xf32>
  return %1 : tensor<500x256xf32>
}
func.func @narrow(%a: tensor<50000xf32>, %i: tensor<i32>) -> tensor<50000xf32> {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<50000xf32>, tensor<50000xf32>) -> tensor<100000xf32>
  %1 = stablehlo.dynamic_slice %0, %i, sizes = [50000] : (tensor<100000xf32>, tensor<i32>) -> tensor<50000xf32>
  return %1 : tensor<50000xf32>
}
