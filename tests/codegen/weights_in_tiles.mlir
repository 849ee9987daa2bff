// Bytes by eight rows of f32: plans for processors with AMX have the weights decoded to its tiles, others multiply row by
// row. (run/product/weights_decoded and the family of kernels compare what comes out.)
// RUN: rm -rf %t
// RUN: sdyc emit %s -o %t
// RUN: cat %t/program_main.c | FileCheck %s
// CHECK: /* loops */
// CHECK-NEXT: /* rows */
// CHECK-NEXT: /* rows */
// CHECK-NEXT: /* tiles */
// CHECK: plans_of[] = {0, 1, 2, 2, 2, 3}
func.func @main(%x: tensor<8x512xf32>, %w: tensor<512x1024xi8>, %s: tensor<1024xf32>) -> tensor<8x1024xf32> {
  %0 = stablehlo.convert %w : (tensor<512x1024xi8>) -> tensor<512x1024xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<8x512xf32>, tensor<512x1024xf32>) -> tensor<8x1024xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<1024xf32>) -> tensor<8x1024xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<8x1024xf32>
  return %3 : tensor<8x1024xf32>
}
