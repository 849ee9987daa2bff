// Short rows that are joined side by side are copied by one kernel, longer and shorter ones by one each.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 3
// CHECK: kernel 0, copy: stablehlo.concatenate tensor<64x48xf32>
// CHECK: kernel 1, copy: stablehlo.concatenate tensor<64x4xf32>
// CHECK: kernel 2, copy: stablehlo.concatenate tensor<64x4xf32>
func.func @main(%a: tensor<64x16xf32>, %b: tensor<64x16xf32>, %c: tensor<64x16xf32>, %d: tensor<64x2xf32>, %e: tensor<64x2xf32>)
    -> (tensor<64x48xf32>, tensor<64x4xf32>) {
  %0 = stablehlo.concatenate %a, %b, %c, dim = 1 : (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x48xf32>
  %1 = stablehlo.concatenate %d, %e, dim = 1 : (tensor<64x2xf32>, tensor<64x2xf32>) -> tensor<64x4xf32>
  return %0, %1 : tensor<64x48xf32>, tensor<64x4xf32>
}
