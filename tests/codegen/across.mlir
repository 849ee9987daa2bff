// What a kernel reads across its rows is transposed by squares, in C for a compiler that optimises too.
// RUN: rm -rf %t && sdyc emit %s -o %t && FileCheck %s < %t/program_main.c
// CHECK: phase0(
// CHECK: sdyrt_load2_32({{.*}}, 32, 1, 32, 32);
// CHECK: sdyrt_mul_f32_vv(
func.func public @main(%x: tensor<64x32x32xf32>) -> tensor<64x32x32xf32> {
  %s = stablehlo.multiply %x, %x : tensor<64x32x32xf32>
  %t = stablehlo.transpose %s, dims = [0, 2, 1] : (tensor<64x32x32xf32>) -> tensor<64x32x32xf32>
  %0 = stablehlo.add %s, %t : tensor<64x32x32xf32>
  return %0 : tensor<64x32x32xf32>
}
