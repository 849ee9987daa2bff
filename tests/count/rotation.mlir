// Both halves of a rotation are parts of one tensor and read the same numbers: one kernel.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK-NEXT: phases: 1
func.func public @main(%x: tensor<8x64xf32>, %c: tensor<8x32xf32>, %s: tensor<8x32xf32>) -> tensor<8x64xf32> {
  %a = stablehlo.slice %x [0:8, 0:32] : (tensor<8x64xf32>) -> tensor<8x32xf32>
  %b = stablehlo.slice %x [0:8, 32:64] : (tensor<8x64xf32>) -> tensor<8x32xf32>
  %ac = stablehlo.multiply %a, %c : tensor<8x32xf32>
  %bs = stablehlo.multiply %b, %s : tensor<8x32xf32>
  %bc = stablehlo.multiply %b, %c : tensor<8x32xf32>
  %as = stablehlo.multiply %a, %s : tensor<8x32xf32>
  %first = stablehlo.subtract %ac, %bs : tensor<8x32xf32>
  %second = stablehlo.add %bc, %as : tensor<8x32xf32>
  %r = stablehlo.concatenate %first, %second, dim = 1 : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
