// An MLP in a manual computation: the instances of the hidden layer lie side by side, as columns of one product. The sum
// over devices is part of the second product: no partial sum is stored.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 2
// CHECK: moves: 0
// CHECK: copies: 0
// CHECK: arena: 65536 bytes
// CHECK: kernel 0, product: stablehlo.dot_general, then stablehlo.tanh tensor<64x64xf32>
// CHECK: kernel 1, product: stablehlo.all_reduce
// CHECK: tensor<64x64xf32> on axes i0=4, order [d0 i0 d1]
// CHECK: kernel 0
// CHECK: domain 64 256{{.*}} | 128
// CHECK: kernel 1
// CHECK: domain 64 128{{.*}} | 256
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x128xf32>, %w1: tensor<128x256xf32>, %w2: tensor<256x128xf32>) -> tensor<64x128xf32> {
  %result = sdy.manual_computation(%a, %w1, %w2) in_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%x: tensor<64x128xf32>, %v1: tensor<128x64xf32>, %v2: tensor<64x128xf32>) {
    %hidden = stablehlo.dot_general %x, %v1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
    %tanh = stablehlo.tanh %hidden : tensor<64x64xf32>
    %partial = stablehlo.dot_general %tanh, %v2, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %sum = "stablehlo.all_reduce"(%partial) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %add = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %add : tensor<f32>
    }) : (tensor<64x128xf32>) -> tensor<64x128xf32>
    sdy.return %sum : tensor<64x128xf32>
  } : (tensor<64x128xf32>, tensor<128x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}
