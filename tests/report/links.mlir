// RUN: sdyc partition --report --machine=slow=0:50GB/s,fast=0:450GB/s %s | FileCheck %s
// RUN: sdyc partition --report --machine=10us:1GB/s,launch=100us --entry=small %s | FileCheck %s --check-prefix=SMALL
// RUN: not sdyc partition --report --machine=slow=0:50GB/s,quick=0:450GB/s %s 2>&1 | FileCheck %s --check-prefix=AXIS
// A sum over two axes goes by a hierarchy. 1 GiB (1.0737 GB) over 8x8: scattered along "fast" 7/8 * 1.0737 / 450 = 2.088 ms, an
// eighth of it summed along "slow" 2 * 7/8 * 0.1342 / 50 = 4.698 ms, gathered along "fast" 2.088 ms again. All at 50 GB/s: 42 ms.
sdy.mesh @mesh = <["slow"=8, "fast"=8]>
// CHECK: all_reduce "slow", "fast" 1 of 64 tensor<268435456xf32> 1 1.97 GiB 126 GiB 8.87 ms
func.func @main(%x: tensor<64x268435456xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"slow", "fast"}, {}]>}) -> tensor<268435456xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64x268435456xf32>, tensor<f32>) -> tensor<268435456xf32>
  return %s : tensor<268435456xf32>
}
// A small all-to-all goes by rounds: 3 of 10 us and of half of 64 bytes, and not 7 messages; and it takes 100 us to begin.
// SMALL: all_to_all "fast" 8 of 8 tensor<2x8xf32> 1 {{.*}} 130 us
func.func @small(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fast"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fast"}]>}) {
  %0 = stablehlo.tanh %x : tensor<16x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"fast"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// AXIS: error: the machine has a link along 'quick', and the program's mesh has no such axis: its axes are "slow", "fast"
