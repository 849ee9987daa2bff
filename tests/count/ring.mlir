// A ring of permutes in a manual computation: each instance adds up what comes by. A permute is a read.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 2
// CHECK-NEXT: phases: 2
// CHECK-NEXT: moves: 0
// CHECK-NEXT: copies: 0
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %result = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%x: tensor<16x32xf32>) {
    %1 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %2 = stablehlo.add %x, %1 : tensor<16x32xf32>
    %3 = "stablehlo.collective_permute"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %4 = stablehlo.add %2, %3 : tensor<16x32xf32>
    sdy.return %4 : tensor<16x32xf32>
  } : (tensor<64x32xf32>) -> tensor<64x32xf32>
  return %result : tensor<64x32xf32>
}
