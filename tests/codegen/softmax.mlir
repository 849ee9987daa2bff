// A softmax: two reductions, what is computed between and after them, nothing spread out in memory.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: copies: 0
// CHECK: kernel 0, reduction: stablehlo.reduce tensor<64xf32>
// CHECK: kernel 1, loop: stablehlo.exponential tensor<64x256xf32>
// CHECK: kernel 2, reduction: stablehlo.reduce tensor<64xf32>
// CHECK: kernel 3, loop: stablehlo.divide tensor<64x256xf32>
// CHECK: exp_f32(sub_f32(
func.func @main(%a: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %shifted = stablehlo.subtract %a, %maxes : tensor<64x256xf32>
  %exp = stablehlo.exponential %shifted : tensor<64x256xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %result = stablehlo.divide %exp, %sums : tensor<64x256xf32>
  return %result : tensor<64x256xf32>
}
