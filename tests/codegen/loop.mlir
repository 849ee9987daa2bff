// What the loop carries is computed in place, in the memory of the result. The argument comes there by the one
// move that remains, before the loop.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: moves: 1
// CHECK: move: copy tensor<64x256xf32>
// CHECK: then loop while [[GO:b[0-9]+]]
// CHECK-NEXT: condition
// CHECK-NEXT: then kernel {{.*}}stablehlo.compare
// CHECK-NEXT: body
// CHECK-NOT: move
// CHECK: buffers:
// CHECK: [[GO]] = arena {{.*}}: 1 x i1
func.func @main(%a: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %end:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<64x256xf32>
    cond {
      %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %tanh = stablehlo.tanh %x : tensor<64x256xf32>
      %sum = stablehlo.add %tanh, %a : tensor<64x256xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<64x256xf32>
    }
  return %end#1 : tensor<64x256xf32>
}
