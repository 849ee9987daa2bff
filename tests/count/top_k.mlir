// The largest few are found in one kernel: no tensor of keys, none of indices, no sorted tensor that
// is cut after.
// RUN: sdyc kernels %s | FileCheck %s

// CHECK: kernels: 1
// CHECK: arena: 0 bytes
func.func @main(%arg0: tensor<64x32000xf32>) -> (tensor<64x50xf32>, tensor<64x50xi32>) {
  %values, %indices = chlo.top_k(%arg0, k = 50) : tensor<64x32000xf32> -> (tensor<64x50xf32>, tensor<64x50xi32>)
  return %values, %indices : tensor<64x50xf32>, tensor<64x50xi32>
}
