// The gradients of weights come right behind what they read, though they stand at the end: what the way forward has
// kept lives no longer than it must. What a step would carry through the caches for little stays where it is.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --without=order | FileCheck %s --check-prefix=LATE
// RUN: sdyc kernels %s --entry=little | FileCheck %s --check-prefix=LITTLE
// CHECK: arena: 16777216 bytes
// CHECK: kernel 2, product: stablehlo.dot_general, then stablehlo.tanh
// CHECK-NEXT: kernel 7, product: stablehlo.dot_general, then stablehlo.subtract
// CHECK-NEXT: kernel 3, product: stablehlo.dot_general, then stablehlo.multiply
// CHECK-NEXT: kernel 6, product: stablehlo.dot_general, then stablehlo.subtract
// CHECK-NEXT: kernel 4, product: stablehlo.dot_general, then stablehlo.multiply
// CHECK-NEXT: kernel 5, product: stablehlo.dot_general, then stablehlo.subtract
// LATE: arena: 20971520 bytes
// LATE: kernel 4, product
// LATE-NEXT: kernel 5, product
// LATE-NEXT: kernel 6, product
// LATE-NEXT: kernel 7, product
// LITTLE: kernel 2, reduction: stablehlo.reduce tensor<f32>
// LITTLE-NEXT: kernel 3, product: stablehlo.dot_general tensor<1024x1024xf32>
// LITTLE-NEXT: kernel 4, loop: stablehlo.divide tensor<1024x1024xf32>
func.func @main(%x: tensor<1024x1024xf32>, %w0: tensor<1024x1024xf32>, %w1: tensor<1024x1024xf32>, %w2: tensor<1024x1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %p0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %y0 = stablehlo.tanh %p0 : tensor<1024x1024xf32>
  %p1 = stablehlo.dot_general %y0, %w1, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %y1 = stablehlo.tanh %p1 : tensor<1024x1024xf32>
  %p2 = stablehlo.dot_general %y1, %w2, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g2 = stablehlo.tanh %p2 : tensor<1024x1024xf32>
  %q1 = stablehlo.dot_general %g2, %w2, contracting_dims = [1] x [1] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g1 = stablehlo.multiply %q1, %y1 : tensor<1024x1024xf32>
  %q0 = stablehlo.dot_general %g1, %w1, contracting_dims = [1] x [1] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %g0 = stablehlo.multiply %q0, %y0 : tensor<1024x1024xf32>
  %d0 = stablehlo.dot_general %x, %g0, contracting_dims = [0] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %n0 = stablehlo.subtract %w0, %d0 : tensor<1024x1024xf32>
  %d1 = stablehlo.dot_general %y0, %g1, contracting_dims = [0] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %n1 = stablehlo.subtract %w1, %d1 : tensor<1024x1024xf32>
  %d2 = stablehlo.dot_general %y1, %g2, contracting_dims = [0] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %n2 = stablehlo.subtract %w2, %d2 : tensor<1024x1024xf32>
  return %n0, %n1, %n2 : tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>
}
func.func @little(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>, %m: tensor<1024x1024xf32>, %v: tensor<1024x1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %d = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %norm = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<f32>
  %q = stablehlo.dot_general %d, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %norms = stablehlo.broadcast_in_dim %norm, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
  %e = stablehlo.divide %d, %norms : tensor<1024x1024xf32>
  %square = stablehlo.multiply %e, %e : tensor<1024x1024xf32>
  %nv = stablehlo.add %v, %square : tensor<1024x1024xf32>
  %nm = stablehlo.add %m, %e : tensor<1024x1024xf32>
  %root = stablehlo.sqrt %nv : tensor<1024x1024xf32>
  %step = stablehlo.divide %nm, %root : tensor<1024x1024xf32>
  %nw = stablehlo.subtract %w, %step : tensor<1024x1024xf32>
  return %q, %nm, %nv, %nw : tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>
}
