// Terms of several devices a rank, of formats that are added up in others, which two ranks fold as a chain.
// RUN: sdyc kernels --ranks=2 --reduce=device-order %s | FileCheck %s
// CHECK: exchange: sdy.all_reduce tensor<4096xbf16>
// CHECK: exchange: sdy.all_reduce tensor<4096xf16>
// CHECK: exchange: sdy.all_reduce tensor<4096xi32>
sdy.mesh @mesh = <["x"=32]>
func.func @main(%a: tensor<64x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<64x4096xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<64x4096xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4096xbf16>, tensor<4096xf16>, tensor<4096xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %z1 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %z2 = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64x4096xbf16>, tensor<bf16>) -> tensor<4096xbf16>
  %1 = stablehlo.reduce(%b init: %z1) applies stablehlo.maximum across dimensions = [0] : (tensor<64x4096xf16>, tensor<f16>) -> tensor<4096xf16>
  %2 = stablehlo.reduce(%c init: %z2) applies stablehlo.add across dimensions = [0] : (tensor<64x4096xi32>, tensor<i32>) -> tensor<4096xi32>
  return %0, %1, %2 : tensor<4096xbf16>, tensor<4096xf16>, tensor<4096xi32>
}
