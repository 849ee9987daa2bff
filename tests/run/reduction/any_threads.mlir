// Sums of all kinds that are cut into many tasks, and chains of them, have the same bits with any number of threads.
// RUN: sdyc run %s --input=512x8192xf32=random:1 --input=20000x256xf32=random:2 --threads=1 > %t.1
// RUN: sdyc run %s --input=512x8192xf32=random:1 --input=20000x256xf32=random:2 --threads=2 > %t.2
// RUN: sdyc run %s --input=512x8192xf32=random:1 --input=20000x256xf32=random:2 --threads=3 > %t.3
// RUN: sdyc run %s --input=512x8192xf32=random:1 --input=20000x256xf32=random:2 --threads=7 > %t.7
// RUN: sdyc run %s --input=512x8192xf32=random:1 --input=20000x256xf32=random:2 --threads=16 > %t.16
// RUN: sdyc run %s --input=512x8192xf32=random:1 --input=20000x256xf32=random:2 --threads=64 > %t.64
// RUN: cmp %t.1 %t.2
// RUN: cmp %t.1 %t.3
// RUN: cmp %t.1 %t.7
// RUN: cmp %t.1 %t.16
// RUN: cmp %t.1 %t.64
func.func public @main(%a: tensor<512x8192xf32>, %b: tensor<20000x256xf32>) -> (tensor<512x8192xf32>, tensor<f32>, tensor<256xf32>, tensor<512xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<512x8192xf32>, tensor<f32>) -> tensor<512xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xf32>) -> tensor<512x8192xf32>
  %d = stablehlo.subtract %a, %mb : tensor<512x8192xf32>
  %e = stablehlo.exponential %d : tensor<512x8192xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x8192xf32>, tensor<f32>) -> tensor<512xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<512xf32>) -> tensor<512x8192xf32>
  %0 = stablehlo.divide %e, %sb : tensor<512x8192xf32>
  %1 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<20000x256xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000x256xf32>, tensor<f32>) -> tensor<256xf32>
  return %0, %1, %2, %s : tensor<512x8192xf32>, tensor<f32>, tensor<256xf32>, tensor<512xf32>
}
