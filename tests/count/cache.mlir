// Steps of a decoder: two caches are carried, grow by a row a step, and are read whole. Nothing moves in the loop.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 10
// CHECK-NEXT: phases: 5
// CHECK-NEXT: moves: 3
// CHECK-NEXT: copies: 1
func.func @main(%keys: tensor<32x64xf32> {tf.aliasing_output = 0 : i32}, %values: tensor<32x64xf32> {tf.aliasing_output = 1 : i32}, %x: tensor<1x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<1x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<32> : tensor<i32>
  %end:4 = stablehlo.while(%i = %zero, %k = %keys, %v = %values, %h = %x) : tensor<i32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<1x64xf32>
    cond {
      %go = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %key = stablehlo.tanh %h : tensor<1x64xf32>
      %k_next = stablehlo.dynamic_update_slice %k, %key, %i, %zero : (tensor<32x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<32x64xf32>
      %v_next = stablehlo.dynamic_update_slice %v, %h, %i, %zero : (tensor<32x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<32x64xf32>
      %scores = stablehlo.dot_general %h, %k_next, contracting_dims = [1] x [1] : (tensor<1x64xf32>, tensor<32x64xf32>) -> tensor<1x32xf32>
      %h_next = stablehlo.dot_general %scores, %v_next, contracting_dims = [1] x [0] : (tensor<1x32xf32>, tensor<32x64xf32>) -> tensor<1x64xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %k_next, %v_next, %h_next : tensor<i32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<1x64xf32>
    }
  return %end#1, %end#2, %end#3 : tensor<32x64xf32>, tensor<32x64xf32>, tensor<1x64xf32>
}
