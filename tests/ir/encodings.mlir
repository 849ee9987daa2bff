// Encodings of sparse tensors are aliases; dimensions lose their names.
// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
#row = #sparse_tensor.encoding<{
  map = (i, j) -> (i : dense, j : compressed),
  posWidth = 32
}>
#block = #sparse_tensor.encoding<{ map = ( i, j ) -> ( i floordiv 2 : compressed(nonunique), j floordiv 3 : singleton, i mod 2 : dense, j mod 3 : structured[2, 4]) }>

// CHECK: #sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
// CHECK-NEXT: #sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : compressed(nonunique), d1 floordiv 3 : singleton, d0 mod 2 : dense, d1 mod 3 : structured[2, 4]) }>
// CHECK: func.func @main(%arg0: tensor<4x6xf32, #sparse>, %arg1: tensor<4x6xf32, #sparse1>)
func.func @main(%arg0: tensor<4x6xf32, #row>, %arg1: tensor<4x6xf32, #block>) {
  // CHECK: stablehlo.add %arg0, %arg1 : (tensor<4x6xf32, #sparse>, tensor<4x6xf32, #sparse1>) -> tensor<4x6xf32>
  %0 = stablehlo.add %arg0, %arg1 : (tensor<4x6xf32, #row>, tensor<4x6xf32, #block>) -> tensor<4x6xf32>
  return
}
