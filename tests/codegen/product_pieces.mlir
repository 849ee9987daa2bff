// A product has few tiles, which many threads share by pieces: each is a task, and a thread that
// takes several of a tile multiplies them in one call. A vector by a matrix by rows likewise.
// RUN: sdyc kernels %s --entry=square | FileCheck %s --check-prefix=SQUARE
// RUN: sdyc kernels %s --entry=vector | FileCheck %s --check-prefix=VECTOR
// RUN: sdyc run %s --entry=square --input=random --threads=1 --output=@%t.npy
// RUN: sdyc run %s --entry=square --input=random --threads=7 --expected-output=@%t.npy
// SQUARE: kernel 0, product: {{.*}}, 128 tasks
// SQUARE: domain 512/256 512/256 | 512, 128 tasks
func.func @square(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
// VECTOR: kernel 0, product: {{.*}}, 128 tasks
func.func @vector(%a: tensor<1x4096xf32>, %b: tensor<4096x32000xf32>) -> tensor<1x32000xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<1x4096xf32>, tensor<4096x32000xf32>) -> tensor<1x32000xf32>
  return %0 : tensor<1x32000xf32>
}
