// Strips that are several rows of memory, or one element for each row, are read and written where they
// lie by functions of machine code where the processor has AVX-512.
//
// RUN: sdyc run %s --input=4x6x32xf32=random:1 --input=16xf32=random:2 --input=4x6xf32=random:3 --input=4xf32=random:4 \
// RUN:     --input=4x5x18xf32=random:5 --input=9xf32=random:6 --input=4x5xf32=random:7 --input=4xf32=random:8 \
// RUN:     --input=4x40x66xf32=random:9 --input=33xf32=random:10 --input=4x40xf32=random:11 --input=4xf32=random:12 \
// RUN:     --input=4x7x42xf64=random:13 --input=21xf64=random:14 --input=4x7xf64=random:15 --input=4xf64=random:16 \
// RUN:     --input=4x9x80xbf16=random:17 --input=40xbf16=random:18 --input=4x9xbf16=random:19 --input=4xbf16=random:20 \
// RUN:     --input=4x11x34xi32=random:21 --input=17xi32=random:22 --input=4x11xi32=random:23 --input=4xi32=random:24 \
// RUN:     --input=4x3x400xf32=random:25 --input=200xf32=random:26 --input=4x3xf32=random:27 --input=4xf32=random:28 > %t.fused
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=4x6x32xf32=random:1 --input=16xf32=random:2 --input=4x6xf32=random:3 --input=4xf32=random:4 \
// RUN:     --input=4x5x18xf32=random:5 --input=9xf32=random:6 --input=4x5xf32=random:7 --input=4xf32=random:8 \
// RUN:     --input=4x40x66xf32=random:9 --input=33xf32=random:10 --input=4x40xf32=random:11 --input=4xf32=random:12 \
// RUN:     --input=4x7x42xf64=random:13 --input=21xf64=random:14 --input=4x7xf64=random:15 --input=4xf64=random:16 \
// RUN:     --input=4x9x80xbf16=random:17 --input=40xbf16=random:18 --input=4x9xbf16=random:19 --input=4xbf16=random:20 \
// RUN:     --input=4x11x34xi32=random:21 --input=17xi32=random:22 --input=4x11xi32=random:23 --input=4xi32=random:24 \
// RUN:     --input=4x3x400xf32=random:25 --input=200xf32=random:26 --input=4x3xf32=random:27 --input=4xf32=random:28 > %t.strips
// RUN: cmp %t.fused %t.strips
func.func public @main(%x0: tensor<4x6x32xf32>, %c0: tensor<16xf32>, %s0: tensor<4x6xf32>, %m0: tensor<4xf32>,
    %x1: tensor<4x5x18xf32>, %c1: tensor<9xf32>, %s1: tensor<4x5xf32>, %m1: tensor<4xf32>,
    %x2: tensor<4x40x66xf32>, %c2: tensor<33xf32>, %s2: tensor<4x40xf32>, %m2: tensor<4xf32>,
    %x3: tensor<4x7x42xf64>, %c3: tensor<21xf64>, %s3: tensor<4x7xf64>, %m3: tensor<4xf64>,
    %x4: tensor<4x9x80xbf16>, %c4: tensor<40xbf16>, %s4: tensor<4x9xbf16>, %m4: tensor<4xbf16>,
    %x5: tensor<4x11x34xi32>, %c5: tensor<17xi32>, %s5: tensor<4x11xi32>, %m5: tensor<4xi32>,
    %x6: tensor<4x3x400xf32>, %c6: tensor<200xf32>, %s6: tensor<4x3xf32>, %m6: tensor<4xf32>)
    -> (tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x16xf32>, tensor<4x5x18xf32>, tensor<4x5x18xf32>, tensor<4x5x9xf32>, tensor<4x40x66xf32>, tensor<4x40x66xf32>, tensor<4x40x33xf32>, tensor<4x7x42xf64>, tensor<4x7x42xf64>, tensor<4x7x21xf64>, tensor<4x9x80xbf16>, tensor<4x9x80xbf16>, tensor<4x9x40xbf16>, tensor<4x11x34xi32>, tensor<4x11x34xi32>, tensor<4x11x17xi32>, tensor<4x3x400xf32>, tensor<4x3x400xf32>, tensor<4x3x200xf32>) {
  %a0 = stablehlo.slice %x0 [0:4, 0:6, 0:16] : (tensor<4x6x32xf32>) -> tensor<4x6x16xf32>
  %b0 = stablehlo.slice %x0 [0:4, 0:6, 16:32] : (tensor<4x6x32xf32>) -> tensor<4x6x16xf32>
  %cc0 = stablehlo.broadcast_in_dim %c0, dims = [2] : (tensor<16xf32>) -> tensor<4x6x16xf32>
  %ss0 = stablehlo.broadcast_in_dim %s0, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
  %mm0 = stablehlo.broadcast_in_dim %m0, dims = [0] : (tensor<4xf32>) -> tensor<4x6x32xf32>
  %p0 = stablehlo.multiply %a0, %cc0 : tensor<4x6x16xf32>
  %q0 = stablehlo.multiply %b0, %ss0 : tensor<4x6x16xf32>
  %u0 = stablehlo.subtract %p0, %q0 : tensor<4x6x16xf32>
  %v0 = stablehlo.add %q0, %p0 : tensor<4x6x16xf32>
  %w0 = stablehlo.maximum %v0, %a0 : tensor<4x6x16xf32>
  %j0 = stablehlo.concatenate %u0, %w0, dim = 2 : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<4x6x32xf32>
  %l0 = stablehlo.multiply %x0, %mm0 : tensor<4x6x32xf32>
  %o0 = stablehlo.add %l0, %mm0 : tensor<4x6x32xf32>
  %r0 = stablehlo.subtract %a0, %ss0 : tensor<4x6x16xf32>
  %z0 = stablehlo.multiply %r0, %ss0 : tensor<4x6x16xf32>
  %a1 = stablehlo.slice %x1 [0:4, 0:5, 0:9] : (tensor<4x5x18xf32>) -> tensor<4x5x9xf32>
  %b1 = stablehlo.slice %x1 [0:4, 0:5, 9:18] : (tensor<4x5x18xf32>) -> tensor<4x5x9xf32>
  %cc1 = stablehlo.broadcast_in_dim %c1, dims = [2] : (tensor<9xf32>) -> tensor<4x5x9xf32>
  %ss1 = stablehlo.broadcast_in_dim %s1, dims = [0, 1] : (tensor<4x5xf32>) -> tensor<4x5x9xf32>
  %mm1 = stablehlo.broadcast_in_dim %m1, dims = [0] : (tensor<4xf32>) -> tensor<4x5x18xf32>
  %p1 = stablehlo.multiply %a1, %cc1 : tensor<4x5x9xf32>
  %q1 = stablehlo.multiply %b1, %ss1 : tensor<4x5x9xf32>
  %u1 = stablehlo.subtract %p1, %q1 : tensor<4x5x9xf32>
  %v1 = stablehlo.add %q1, %p1 : tensor<4x5x9xf32>
  %w1 = stablehlo.maximum %v1, %a1 : tensor<4x5x9xf32>
  %j1 = stablehlo.concatenate %u1, %w1, dim = 2 : (tensor<4x5x9xf32>, tensor<4x5x9xf32>) -> tensor<4x5x18xf32>
  %l1 = stablehlo.multiply %x1, %mm1 : tensor<4x5x18xf32>
  %o1 = stablehlo.add %l1, %mm1 : tensor<4x5x18xf32>
  %r1 = stablehlo.subtract %a1, %ss1 : tensor<4x5x9xf32>
  %z1 = stablehlo.multiply %r1, %ss1 : tensor<4x5x9xf32>
  %a2 = stablehlo.slice %x2 [0:4, 0:40, 0:33] : (tensor<4x40x66xf32>) -> tensor<4x40x33xf32>
  %b2 = stablehlo.slice %x2 [0:4, 0:40, 33:66] : (tensor<4x40x66xf32>) -> tensor<4x40x33xf32>
  %cc2 = stablehlo.broadcast_in_dim %c2, dims = [2] : (tensor<33xf32>) -> tensor<4x40x33xf32>
  %ss2 = stablehlo.broadcast_in_dim %s2, dims = [0, 1] : (tensor<4x40xf32>) -> tensor<4x40x33xf32>
  %mm2 = stablehlo.broadcast_in_dim %m2, dims = [0] : (tensor<4xf32>) -> tensor<4x40x66xf32>
  %p2 = stablehlo.multiply %a2, %cc2 : tensor<4x40x33xf32>
  %q2 = stablehlo.multiply %b2, %ss2 : tensor<4x40x33xf32>
  %u2 = stablehlo.subtract %p2, %q2 : tensor<4x40x33xf32>
  %v2 = stablehlo.add %q2, %p2 : tensor<4x40x33xf32>
  %w2 = stablehlo.maximum %v2, %a2 : tensor<4x40x33xf32>
  %j2 = stablehlo.concatenate %u2, %w2, dim = 2 : (tensor<4x40x33xf32>, tensor<4x40x33xf32>) -> tensor<4x40x66xf32>
  %l2 = stablehlo.multiply %x2, %mm2 : tensor<4x40x66xf32>
  %o2 = stablehlo.add %l2, %mm2 : tensor<4x40x66xf32>
  %r2 = stablehlo.subtract %a2, %ss2 : tensor<4x40x33xf32>
  %z2 = stablehlo.multiply %r2, %ss2 : tensor<4x40x33xf32>
  %a3 = stablehlo.slice %x3 [0:4, 0:7, 0:21] : (tensor<4x7x42xf64>) -> tensor<4x7x21xf64>
  %b3 = stablehlo.slice %x3 [0:4, 0:7, 21:42] : (tensor<4x7x42xf64>) -> tensor<4x7x21xf64>
  %cc3 = stablehlo.broadcast_in_dim %c3, dims = [2] : (tensor<21xf64>) -> tensor<4x7x21xf64>
  %ss3 = stablehlo.broadcast_in_dim %s3, dims = [0, 1] : (tensor<4x7xf64>) -> tensor<4x7x21xf64>
  %mm3 = stablehlo.broadcast_in_dim %m3, dims = [0] : (tensor<4xf64>) -> tensor<4x7x42xf64>
  %p3 = stablehlo.multiply %a3, %cc3 : tensor<4x7x21xf64>
  %q3 = stablehlo.multiply %b3, %ss3 : tensor<4x7x21xf64>
  %u3 = stablehlo.subtract %p3, %q3 : tensor<4x7x21xf64>
  %v3 = stablehlo.add %q3, %p3 : tensor<4x7x21xf64>
  %w3 = stablehlo.maximum %v3, %a3 : tensor<4x7x21xf64>
  %j3 = stablehlo.concatenate %u3, %w3, dim = 2 : (tensor<4x7x21xf64>, tensor<4x7x21xf64>) -> tensor<4x7x42xf64>
  %l3 = stablehlo.multiply %x3, %mm3 : tensor<4x7x42xf64>
  %o3 = stablehlo.add %l3, %mm3 : tensor<4x7x42xf64>
  %r3 = stablehlo.subtract %a3, %ss3 : tensor<4x7x21xf64>
  %z3 = stablehlo.multiply %r3, %ss3 : tensor<4x7x21xf64>
  %a4 = stablehlo.slice %x4 [0:4, 0:9, 0:40] : (tensor<4x9x80xbf16>) -> tensor<4x9x40xbf16>
  %b4 = stablehlo.slice %x4 [0:4, 0:9, 40:80] : (tensor<4x9x80xbf16>) -> tensor<4x9x40xbf16>
  %cc4 = stablehlo.broadcast_in_dim %c4, dims = [2] : (tensor<40xbf16>) -> tensor<4x9x40xbf16>
  %ss4 = stablehlo.broadcast_in_dim %s4, dims = [0, 1] : (tensor<4x9xbf16>) -> tensor<4x9x40xbf16>
  %mm4 = stablehlo.broadcast_in_dim %m4, dims = [0] : (tensor<4xbf16>) -> tensor<4x9x80xbf16>
  %p4 = stablehlo.multiply %a4, %cc4 : tensor<4x9x40xbf16>
  %q4 = stablehlo.multiply %b4, %ss4 : tensor<4x9x40xbf16>
  %u4 = stablehlo.subtract %p4, %q4 : tensor<4x9x40xbf16>
  %v4 = stablehlo.add %q4, %p4 : tensor<4x9x40xbf16>
  %w4 = stablehlo.maximum %v4, %a4 : tensor<4x9x40xbf16>
  %j4 = stablehlo.concatenate %u4, %w4, dim = 2 : (tensor<4x9x40xbf16>, tensor<4x9x40xbf16>) -> tensor<4x9x80xbf16>
  %l4 = stablehlo.multiply %x4, %mm4 : tensor<4x9x80xbf16>
  %o4 = stablehlo.add %l4, %mm4 : tensor<4x9x80xbf16>
  %r4 = stablehlo.subtract %a4, %ss4 : tensor<4x9x40xbf16>
  %z4 = stablehlo.multiply %r4, %ss4 : tensor<4x9x40xbf16>
  %a5 = stablehlo.slice %x5 [0:4, 0:11, 0:17] : (tensor<4x11x34xi32>) -> tensor<4x11x17xi32>
  %b5 = stablehlo.slice %x5 [0:4, 0:11, 17:34] : (tensor<4x11x34xi32>) -> tensor<4x11x17xi32>
  %cc5 = stablehlo.broadcast_in_dim %c5, dims = [2] : (tensor<17xi32>) -> tensor<4x11x17xi32>
  %ss5 = stablehlo.broadcast_in_dim %s5, dims = [0, 1] : (tensor<4x11xi32>) -> tensor<4x11x17xi32>
  %mm5 = stablehlo.broadcast_in_dim %m5, dims = [0] : (tensor<4xi32>) -> tensor<4x11x34xi32>
  %p5 = stablehlo.multiply %a5, %cc5 : tensor<4x11x17xi32>
  %q5 = stablehlo.multiply %b5, %ss5 : tensor<4x11x17xi32>
  %u5 = stablehlo.subtract %p5, %q5 : tensor<4x11x17xi32>
  %v5 = stablehlo.add %q5, %p5 : tensor<4x11x17xi32>
  %w5 = stablehlo.maximum %v5, %a5 : tensor<4x11x17xi32>
  %j5 = stablehlo.concatenate %u5, %w5, dim = 2 : (tensor<4x11x17xi32>, tensor<4x11x17xi32>) -> tensor<4x11x34xi32>
  %l5 = stablehlo.multiply %x5, %mm5 : tensor<4x11x34xi32>
  %o5 = stablehlo.add %l5, %mm5 : tensor<4x11x34xi32>
  %r5 = stablehlo.subtract %a5, %ss5 : tensor<4x11x17xi32>
  %z5 = stablehlo.multiply %r5, %ss5 : tensor<4x11x17xi32>
  %a6 = stablehlo.slice %x6 [0:4, 0:3, 0:200] : (tensor<4x3x400xf32>) -> tensor<4x3x200xf32>
  %b6 = stablehlo.slice %x6 [0:4, 0:3, 200:400] : (tensor<4x3x400xf32>) -> tensor<4x3x200xf32>
  %cc6 = stablehlo.broadcast_in_dim %c6, dims = [2] : (tensor<200xf32>) -> tensor<4x3x200xf32>
  %ss6 = stablehlo.broadcast_in_dim %s6, dims = [0, 1] : (tensor<4x3xf32>) -> tensor<4x3x200xf32>
  %mm6 = stablehlo.broadcast_in_dim %m6, dims = [0] : (tensor<4xf32>) -> tensor<4x3x400xf32>
  %p6 = stablehlo.multiply %a6, %cc6 : tensor<4x3x200xf32>
  %q6 = stablehlo.multiply %b6, %ss6 : tensor<4x3x200xf32>
  %u6 = stablehlo.subtract %p6, %q6 : tensor<4x3x200xf32>
  %v6 = stablehlo.add %q6, %p6 : tensor<4x3x200xf32>
  %w6 = stablehlo.maximum %v6, %a6 : tensor<4x3x200xf32>
  %j6 = stablehlo.concatenate %u6, %w6, dim = 2 : (tensor<4x3x200xf32>, tensor<4x3x200xf32>) -> tensor<4x3x400xf32>
  %l6 = stablehlo.multiply %x6, %mm6 : tensor<4x3x400xf32>
  %o6 = stablehlo.add %l6, %mm6 : tensor<4x3x400xf32>
  %r6 = stablehlo.subtract %a6, %ss6 : tensor<4x3x200xf32>
  %z6 = stablehlo.multiply %r6, %ss6 : tensor<4x3x200xf32>
  return %j0, %o0, %z0, %j1, %o1, %z1, %j2, %o2, %z2, %j3, %o3, %z3, %j4, %o4, %z4, %j5, %o5, %z5, %j6, %o6, %z6
      : tensor<4x6x32xf32>, tensor<4x6x32xf32>, tensor<4x6x16xf32>, tensor<4x5x18xf32>, tensor<4x5x18xf32>, tensor<4x5x9xf32>, tensor<4x40x66xf32>, tensor<4x40x66xf32>, tensor<4x40x33xf32>, tensor<4x7x42xf64>, tensor<4x7x42xf64>, tensor<4x7x21xf64>, tensor<4x9x80xbf16>, tensor<4x9x80xbf16>, tensor<4x9x40xbf16>, tensor<4x11x34xi32>, tensor<4x11x34xi32>, tensor<4x11x17xi32>, tensor<4x3x400xf32>, tensor<4x3x400xf32>, tensor<4x3x200xf32>
}
