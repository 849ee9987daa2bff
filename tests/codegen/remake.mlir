// A cheap value that is only kept while most memory is in use is made again in front of who reads it then, in the
// buffer that it has: in between its memory is that of others. What reads it early and late finds the same bits.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --without=remake | FileCheck %s --check-prefix=KEPT
// RUN: sdyc run %s --input=4096x512xf32=random:1 --input=512x512xf32=random:2 --input=512x512xf32=random:3 --input=512x512xf32=random:3 --output=@%t.early.npy --output=@%t.late.npy --output=@%t.npy
// RUN: cmp %t.early.npy %t.late.npy
// CHECK: arena: 42993664 bytes
// CHECK: loop: again: stablehlo.dot_general
// CHECK-NEXT: product: stablehlo.dot_general tensor<512x512xf32>
// CHECK: kernel {{[0-9]+}}, loop: again:
// CHECK: b[[V:[0-9]+]][512 d0 + d1] = add_f32(mul_f32(b[[U:[0-9]+]][512 d0 + d1], b[[U]][512 d0 + d1]), b[[U]][512 d0 + d1])
// KEPT: arena: 44042240 bytes
// KEPT-NOT: again:
func.func public @main(%x: tensor<4096x512xf32>, %w: tensor<512x512xf32>, %early: tensor<512x512xf32>, %late: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.dot_general %early, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %u = stablehlo.tanh %p : tensor<512x512xf32>
  %square = stablehlo.multiply %u, %u : tensor<512x512xf32>
  %v = stablehlo.add %square, %u : tensor<512x512xf32>
  %e = stablehlo.dot_general %v, %early, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %p1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x512xf32>) -> tensor<4096x512xf32>
  %y1 = stablehlo.tanh %p1 : tensor<4096x512xf32>
  %p2 = stablehlo.dot_general %y1, %w, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x512xf32>) -> tensor<4096x512xf32>
  %y2 = stablehlo.tanh %p2 : tensor<4096x512xf32>
  %p3 = stablehlo.dot_general %y2, %w, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x512xf32>) -> tensor<4096x512xf32>
  %y3 = stablehlo.tanh %p3 : tensor<4096x512xf32>
  %p4 = stablehlo.dot_general %y3, %w, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x512xf32>) -> tensor<4096x512xf32>
  %y4 = stablehlo.tanh %p4 : tensor<4096x512xf32>
  %p5 = stablehlo.dot_general %y4, %w, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x512xf32>) -> tensor<4096x512xf32>
  %y5 = stablehlo.tanh %p5 : tensor<4096x512xf32>
  %g4 = stablehlo.multiply %y5, %y4 : tensor<4096x512xf32>
  %g3 = stablehlo.multiply %g4, %y3 : tensor<4096x512xf32>
  %g2 = stablehlo.multiply %g3, %y2 : tensor<4096x512xf32>
  %g1 = stablehlo.multiply %g2, %y1 : tensor<4096x512xf32>
  %sum = stablehlo.reduce(%g1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x512xf32>, tensor<f32>) -> tensor<f32>
  %nothing = stablehlo.multiply %sum, %zero : tensor<f32>
  %same = stablehlo.add %nothing, %one : tensor<f32>
  %sames = stablehlo.broadcast_in_dim %same, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
  %again = stablehlo.multiply %late, %sames : tensor<512x512xf32>
  %l = stablehlo.dot_general %v, %again, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.subtract %u, %l : tensor<512x512xf32>
  return %e, %l, %o : tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>
}
