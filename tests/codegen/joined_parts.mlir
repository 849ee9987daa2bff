// What two parts of a tensor compute alike is computed once where one kernel writes both.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: %0 = xor_i32(mul_i32(b0[d0], b1[d0]), b0[d0])
// CHECK-NEXT: then
// CHECK-NEXT: b2[2 d0] = add_i32(%0, b1[d0])
// CHECK-NEXT: b2[2 d0 + 1] = sub_i32(%0, b1[d0])
func.func public @main(%x: tensor<65536xi32>, %y: tensor<65536xi32>) -> tensor<65536x2xi32> {
  %p = stablehlo.multiply %x, %y : tensor<65536xi32>
  %q = stablehlo.xor %p, %x : tensor<65536xi32>
  %a = stablehlo.add %q, %y : tensor<65536xi32>
  %s = stablehlo.subtract %q, %y : tensor<65536xi32>
  %a1 = stablehlo.reshape %a : (tensor<65536xi32>) -> tensor<65536x1xi32>
  %s1 = stablehlo.reshape %s : (tensor<65536xi32>) -> tensor<65536x1xi32>
  %c = stablehlo.concatenate %a1, %s1, dim = 1 : (tensor<65536x1xi32>, tensor<65536x1xi32>) -> tensor<65536x2xi32>
  return %c : tensor<65536x2xi32>
}
