// Sums of short rows are made where the result is.
// RUN: rm -rf %t && sdyc emit %s -o %t && FileCheck %s < %t/program_main.c
// CHECK: float *sum0 = result0{{.*}} + i0;
// CHECK: sdyrt_reduce_rows_add_f32(sum0,
// CHECK-NOT: sdyrt_load_32(
// CHECK: The leader
func.func public @main(%x: tensor<8192x40xf32>) -> tensor<8192xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8192x40xf32>, tensor<f32>) -> tensor<8192xf32>
  return %s : tensor<8192xf32>
}
