// A layer norm over rows: mean, variance, and what is made of them.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 3
// CHECK-NEXT: phases: 3
// CHECK-NEXT: moves: 0
// CHECK-NEXT: copies: 0
func.func @main(%x: tensor<64x256xf32>, %scale: tensor<256xf32>) -> tensor<64x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<256.0> : tensor<64xf32>
  %small = stablehlo.constant dense<1.0e-05> : tensor<64xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %mean = stablehlo.divide %sum, %count : tensor<64xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %centred = stablehlo.subtract %x, %means : tensor<64x256xf32>
  %square = stablehlo.multiply %centred, %centred : tensor<64x256xf32>
  %total = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %variance = stablehlo.divide %total, %count : tensor<64xf32>
  %stable = stablehlo.add %variance, %small : tensor<64xf32>
  %inverse = stablehlo.rsqrt %stable : tensor<64xf32>
  %inverses = stablehlo.broadcast_in_dim %inverse, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %normal = stablehlo.multiply %centred, %inverses : tensor<64x256xf32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<256xf32>) -> tensor<64x256xf32>
  %result = stablehlo.multiply %normal, %scales : tensor<64x256xf32>
  return %result : tensor<64x256xf32>
}
