// Each case computes the result in the caller's memory.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: moves: 0
// CHECK: branch on b
// CHECK-NEXT: case 0
// CHECK-NEXT: {{.*}} stablehlo.tanh tensor<64x256xf32>
// CHECK-NEXT: case 1
// CHECK-NEXT: {{.*}} stablehlo.add tensor<64x256xf32>
// CHECK-NEXT: buffers:
// CHECK: output 0 in [[RESULT:b[0-9]+]]: 16384 x f32
// CHECK: [[RESULT]] = output 0: 16384 x f32
func.func @main(%which: tensor<i32>, %a: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %result = "stablehlo.case"(%which) ({
    %tanh = stablehlo.tanh %a : tensor<64x256xf32>
    stablehlo.return %tanh : tensor<64x256xf32>
  }, {
    %sum = stablehlo.add %a, %a : tensor<64x256xf32>
    stablehlo.return %sum : tensor<64x256xf32>
  }) : (tensor<i32>) -> tensor<64x256xf32>
  return %result : tensor<64x256xf32>
}
