// RUN: not sdyc run %s 2>&1 | FileCheck %s
// RUN: not sdyc emit %s -o %t.folder --name=1x 2>&1 | FileCheck %s --check-prefix=NAME
// A product of 256 TiB: an address space has no room for it.
// CHECK: sdyc: error: out of memory: {{[0-9]+}} bytes asked for
// NAME: sdyc: error: '1x': names of C cannot begin so
func.func @main(%a: tensor<8388608x1xf32>, %b: tensor<1x8388608xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8388608x1xf32>, tensor<1x8388608xf32>) -> tensor<8388608x8388608xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8388608x8388608xf32>) -> tensor<8388608x8388608xf32>
  %2 = stablehlo.dot_general %1, %0, contracting_dims = [0, 1] x [0, 1] : (tensor<8388608x8388608xf32>, tensor<8388608x8388608xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}
