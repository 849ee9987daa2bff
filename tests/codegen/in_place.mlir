// A large result that is computed element by element from what nobody reads after it lies where that was, through several kernels;
// one does not whose operand is read later, has another element type or is read elsewhere, or whose rows are short pieces of vectors.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --entry=read_later | FileCheck %s --check-prefix=APART
// RUN: sdyc kernels %s --entry=other_type | FileCheck %s --check-prefix=APART
// RUN: sdyc kernels %s --entry=elsewhere | FileCheck %s --check-prefix=APART
// RUN: sdyc kernels %s --entry=short_rows | FileCheck %s --check-prefix=APART
// CHECK: = arena +{{[0-9]+}} in b[[PLACE:[0-9]+]]: 524288 x f32, tensor<256x2048xf32>
// CHECK: = arena +{{[0-9]+}} in b[[PLACE]]: 524288 x f32, tensor<256x2048xf32>
// CHECK: b[[PLACE]] = arena +{{[0-9]+}}: 524288 x f32, tensor<256x2048xf32>
// APART-NOT: arena +{{[0-9]+}} in b
func.func @main(%a: tensor<256x64xf32>, %b: tensor<64x2048xf32>, %c: tensor<2048x8xf32>) -> tensor<256x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x64xf32>, tensor<64x2048xf32>) -> tensor<256x2048xf32>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<256x2048xf32>, tensor<f32>) -> tensor<256xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<256xf32>) -> tensor<256x2048xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<256x2048xf32>
  %4 = stablehlo.exponential %3 : tensor<256x2048xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x2048xf32>, tensor<f32>) -> tensor<256xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<256xf32>) -> tensor<256x2048xf32>
  %7 = stablehlo.divide %4, %6 : tensor<256x2048xf32>
  %8 = stablehlo.dot_general %7, %c, contracting_dims = [1] x [0] : (tensor<256x2048xf32>, tensor<2048x8xf32>) -> tensor<256x8xf32>
  return %8 : tensor<256x8xf32>
}
func.func @read_later(%a: tensor<256x64xf32>, %b: tensor<64x2048xf32>, %c: tensor<2048x8xf32>) -> (tensor<256x8xf32>, tensor<256x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x64xf32>, tensor<64x2048xf32>) -> tensor<256x2048xf32>
  %1 = stablehlo.sine %0 : tensor<256x2048xf32>
  %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<256x2048xf32>, tensor<2048x8xf32>) -> tensor<256x8xf32>
  %3 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0] : (tensor<256x2048xf32>, tensor<2048x8xf32>) -> tensor<256x8xf32>
  return %2, %3 : tensor<256x8xf32>, tensor<256x8xf32>
}
func.func @other_type(%a: tensor<256x64xf32>, %b: tensor<64x2048xf32>) -> tensor<256x2048xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x64xf32>, tensor<64x2048xf32>) -> tensor<256x2048xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<256x2048xf32>
  %2 = stablehlo.convert %1 : (tensor<256x2048xf32>) -> tensor<256x2048xi32>
  return %2 : tensor<256x2048xi32>
}
func.func @elsewhere(%a: tensor<256x64xf32>, %b: tensor<64x2048xf32>) -> tensor<256x2048xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x64xf32>, tensor<64x2048xf32>) -> tensor<256x2048xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<256x2048xf32>
  %2 = stablehlo.add %0, %1 : tensor<256x2048xf32>
  return %2 : tensor<256x2048xf32>
}
func.func @short_rows(%a: tensor<65536x10xf32>) -> tensor<65536x10xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %a : tensor<65536x10xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<65536x10xf32>, tensor<f32>) -> tensor<65536xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<65536xf32>) -> tensor<65536x10xf32>
  %3 = stablehlo.divide %0, %2 : tensor<65536x10xf32>
  return %3 : tensor<65536x10xf32>
}
