// A sum over both devices in each of very many turns: a rank that is stopped is missed at once (mpi.py).
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s
// CHECK: loop
// CHECK: exchange: sdy.all_reduce tensor<f32>
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<2000000000> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:3 = stablehlo.while(%i = %zero, %v = %x, %s = %none) : tensor<i32>, tensor<8xf32>, tensor<f32>
    cond {
      %go = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.reduce(%v init: %none) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %small = stablehlo.multiply %sum, %none : tensor<f32>
      %wide = stablehlo.broadcast_in_dim %small, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %w = stablehlo.add %v, %wide : tensor<8xf32>
      stablehlo.return %next, %w, %sum : tensor<i32>, tensor<8xf32>, tensor<f32>
    }
  return %0#2 : tensor<f32>
}
