// Reductions over several dimensions go through memory as it lies. Where the rows of the innermost one are too short
// for strips, the first kernel sums across them and keeps them apart; where what is summed for a result lies in many
// places, it keeps those apart, each task one of them. The second kernel sums what is left.
//
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc run %s --input=8x3136x8x8xf32=random:1 --input=64x128x512xf32=random:2 --threads=1 > %t.one
// RUN: sdyc run %s --input=8x3136x8x8xf32=random:1 --input=64x128x512xf32=random:2 --threads=2 > %t.two
// RUN: sdyc run %s --input=8x3136x8x8xf32=random:1 --input=64x128x512xf32=random:2 --threads=7 --storage=private > %t.seven
// RUN: cmp %t.one %t.two
// RUN: cmp %t.one %t.seven
//
// CHECK: domain 8/1 8/1 8 8 | 392 1,
// CHECK: domain 8 8 | 8 8,
// CHECK: domain 64/1 128/32 | 1 512,
// CHECK: domain 128 | 64,
func.func public @main(%groups: tensor<8x3136x8x8xf32>, %batch: tensor<64x128x512xf32>) -> (tensor<8x8xf32>, tensor<128xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%groups init: %zero) applies stablehlo.add across dimensions = [1, 3] : (tensor<8x3136x8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %1 = stablehlo.reduce(%batch init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<64x128x512xf32>, tensor<f32>) -> tensor<128xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<128xf32>
}
