// A scan writes each row into the result, in place: its loop touches a row a turn.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: moves: 0
// CHECK: body
// CHECK-NEXT: {{.*}} stablehlo.tanh tensor<256xf32>
// CHECK-NEXT: {{.*}} stablehlo.dynamic_update_slice tensor<16x256xf32>
// CHECK-NEXT: {{.*}} stablehlo.add tensor<i32>
// CHECK-NEXT: buffers:
// CHECK: kernel {{[0-9]+}}, copy: stablehlo.dynamic_update_slice
// CHECK-NEXT: domain 256
func.func @main(%xs: tensor<16x256xf32>) -> (tensor<16x256xf32>, tensor<256xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<16> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<256xf32>
  %rows = stablehlo.constant dense<0.0> : tensor<16x256xf32>
  %end:3 = stablehlo.while(%i = %zero, %h = %start, %ys = %rows) : tensor<i32>, tensor<256xf32>, tensor<16x256xf32>
    cond {
      %go = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %xs, %i, %zero, sizes = [1, 256] : (tensor<16x256xf32>, tensor<i32>, tensor<i32>) -> tensor<1x256xf32>
      %x = stablehlo.reshape %row : (tensor<1x256xf32>) -> tensor<256xf32>
      %sum = stablehlo.add %h, %x : tensor<256xf32>
      %tanh = stablehlo.tanh %sum : tensor<256xf32>
      %y = stablehlo.reshape %tanh : (tensor<256xf32>) -> tensor<1x256xf32>
      %stacked = stablehlo.dynamic_update_slice %ys, %y, %i, %zero : (tensor<16x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<i32>) -> tensor<16x256xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %tanh, %stacked : tensor<i32>, tensor<256xf32>, tensor<16x256xf32>
    }
  return %end#2, %end#1 : tensor<16x256xf32>, tensor<256xf32>
}
