// Two tensors that a loop exchanges: one of them has to be kept while it turns.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 8
// CHECK-NEXT: phases: 5
// CHECK-NEXT: moves: 5
// CHECK-NEXT: copies: 0
func.func @main(%a: tensor<64x32xf32>, %b: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %end:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<64x32xf32>, tensor<64x32xf32>
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %y, %x : tensor<i32>, tensor<64x32xf32>, tensor<64x32xf32>
    }
  return %end#1, %end#2 : tensor<64x32xf32>, tensor<64x32xf32>
}
