// Inputs as the layers of a network ask for: variances are positive, and products are as large as their operands, so that a bias that is
// subtracted the wrong way shows. Where all numbers are positive the products are so large that it does not.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/stablehlo.subtract \(%\w*\), \(%\w*\)/stablehlo.subtract \2, \1/' %t.parts > %t.wrong
// RUN: not cmp -s %t.parts %t.wrong
// RUN: not sdyc verify --quiet %s %t.wrong | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<64x64xf32>, %variance: tensor<64xf32>, %mean: tensor<64xf32>, %bias: tensor<64xf32>) -> (tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.rsqrt %variance : tensor<64xf32>
  %1 = stablehlo.multiply %mean, %0 : tensor<64xf32>
  %2 = stablehlo.subtract %bias, %1 : tensor<64xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<64xf32>) -> tensor<8x64xf32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %e = stablehlo.dot_general %d, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %f = stablehlo.add %e, %3 : tensor<8x64xf32>
  %g = stablehlo.dot_general %f, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  return %g : tensor<8x64xf32>
}
