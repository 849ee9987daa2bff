// Three columns that are computed, put together as rows and turned round as the result: they are written where they are to be.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: arena: 0 bytes
// CHECK: b2[3 d0] =
// CHECK-NEXT: b2[3 d0 + 1] =
// CHECK-NEXT: b2[3 d0 + 2] =
func.func public @main(%x: tensor<65536xf32>, %y: tensor<65536xf32>) -> tensor<65536x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<65536xf32>
  %1 = stablehlo.subtract %x, %y : tensor<65536xf32>
  %2 = stablehlo.multiply %x, %y : tensor<65536xf32>
  %r0 = stablehlo.reshape %0 : (tensor<65536xf32>) -> tensor<1x65536xf32>
  %r1 = stablehlo.reshape %1 : (tensor<65536xf32>) -> tensor<1x65536xf32>
  %r2 = stablehlo.reshape %2 : (tensor<65536xf32>) -> tensor<1x65536xf32>
  %c = stablehlo.concatenate %r0, %r1, %r2, dim = 0 : (tensor<1x65536xf32>, tensor<1x65536xf32>, tensor<1x65536xf32>) -> tensor<3x65536xf32>
  %t = stablehlo.transpose %c, dims = [1, 0] : (tensor<3x65536xf32>) -> tensor<65536x3xf32>
  return %t : tensor<65536x3xf32>
}
