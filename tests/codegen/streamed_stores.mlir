// What is computed goes past the caches where the result does not stay in them. Results that the kernel itself, the next one
// of a chain or, if they are not far too large for any cache, a later one reads do not; nor do smaller ones, edges of a
// result, and what is put together of pieces of lines.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: mul_f32({{.*}}), past the caches{{$}}
// CHECK: b{{[0-9]+}}[d0] = 0{{$}}
// CHECK: add_f32({{.*}}){{$}}
// CHECK: sin_f32({{.*}}){{$}}
// CHECK: exp_f32({{.*}}){{$}}
// CHECK: div_f32({{.*}}), past the caches{{$}}
// CHECK: neg_f32({{.*}}){{$}}
// CHECK: cos_f32({{.*}}), past the caches{{$}}
func.func @main(%a: tensor<2100x2003xf32>, %r: tensor<2100xf32>, %d: tensor<2100x2003xf32> {tf.aliasing_output = 2 : i32},
    %s: tensor<8192x1024xf32>, %e: tensor<1024x1024xf32>, %c: tensor<4096x2048xf32>)
    -> (tensor<2100x2003xf32>, tensor<2102x2005xf32>, tensor<2100x2003xf32>, tensor<8192x1024xi32>, tensor<1024x1024xf32>,
        tensor<2003x2100xf32>, tensor<2048x4096xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<2100xf32>) -> tensor<2100x2003xf32>
  %0 = stablehlo.multiply %a, %rows : tensor<2100x2003xf32>
  %1 = stablehlo.pad %a, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<2100x2003xf32>, tensor<f32>) -> tensor<2102x2005xf32>
  %2 = stablehlo.add %d, %a : tensor<2100x2003xf32>
  %3 = stablehlo.exponential %s : tensor<8192x1024xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8192x1024xf32>, tensor<f32>) -> tensor<8192xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8192xf32>) -> tensor<8192x1024xf32>
  %quotient = stablehlo.divide %3, %5 : tensor<8192x1024xf32>
  %6 = stablehlo.bitcast_convert %quotient : (tensor<8192x1024xf32>) -> tensor<8192x1024xi32>
  %7 = stablehlo.negate %e : tensor<1024x1024xf32>
  %8 = stablehlo.sine %a : tensor<2100x2003xf32>
  %9 = stablehlo.optimization_barrier %8 : tensor<2100x2003xf32>
  %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<2100x2003xf32>) -> tensor<2003x2100xf32>
  %11 = stablehlo.cosine %c : tensor<4096x2048xf32>
  %12 = stablehlo.optimization_barrier %11 : tensor<4096x2048xf32>
  %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<4096x2048xf32>) -> tensor<2048x4096xf32>
  return %0, %1, %2, %6, %7, %10, %13 : tensor<2100x2003xf32>, tensor<2102x2005xf32>, tensor<2100x2003xf32>, tensor<8192x1024xi32>, tensor<1024x1024xf32>, tensor<2003x2100xf32>, tensor<2048x4096xf32>
}
