// Narrow operands of a concatenation are put together row by row, by one kernel, also where a row is some kilobytes long.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: kernel 0, weave: stablehlo.concatenate tensor<512x800xi8>
func.func public @main(%a0: tensor<512x100xi8>, %a1: tensor<512x100xi8>, %a2: tensor<512x100xi8>, %a3: tensor<512x100xi8>, %a4: tensor<512x100xi8>, %a5: tensor<512x100xi8>, %a6: tensor<512x100xi8>, %a7: tensor<512x100xi8>)
    -> tensor<512x800xi8> {
  %c = stablehlo.concatenate %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, dim = 1 : (tensor<512x100xi8>, tensor<512x100xi8>, tensor<512x100xi8>, tensor<512x100xi8>, tensor<512x100xi8>, tensor<512x100xi8>, tensor<512x100xi8>, tensor<512x100xi8>) -> tensor<512x800xi8>
  return %c : tensor<512x800xi8>
}
