// Sums along strips of what few operations make, in one function of machine code where the processor
// has AVX-512, in the order of all other sums: with the same bits.
//
// RUN: sdyc run %s --input=7x3xf32=random:0 --input=7x3xf32=random:10 --input=7x3xbf16=random:20 \
// RUN:     --input=7x37xf32=random:1 --input=7x37xf32=random:11 --input=7x37xbf16=random:21 \
// RUN:     --input=7x64xf32=random:2 --input=7x64xf32=random:12 --input=7x64xbf16=random:22 \
// RUN:     --input=7x130xf32=random:3 --input=7x130xf32=random:13 --input=7x130xbf16=random:23 \
// RUN:     --input=7x1037xf32=random:4 --input=7x1037xf32=random:14 --input=7x1037xbf16=random:24 \
// RUN:     --input=7x20000xf32=random:5 --input=7x20000xf32=random:15 --input=7x20000xbf16=random:25 > %t.fused
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=7x3xf32=random:0 --input=7x3xf32=random:10 --input=7x3xbf16=random:20 \
// RUN:     --input=7x37xf32=random:1 --input=7x37xf32=random:11 --input=7x37xbf16=random:21 \
// RUN:     --input=7x64xf32=random:2 --input=7x64xf32=random:12 --input=7x64xbf16=random:22 \
// RUN:     --input=7x130xf32=random:3 --input=7x130xf32=random:13 --input=7x130xbf16=random:23 \
// RUN:     --input=7x1037xf32=random:4 --input=7x1037xf32=random:14 --input=7x1037xbf16=random:24 \
// RUN:     --input=7x20000xf32=random:5 --input=7x20000xf32=random:15 --input=7x20000xbf16=random:25 > %t.strips
// RUN: cmp %t.fused %t.strips
func.func public @main(%x0: tensor<7x3xf32>, %y0: tensor<7x3xf32>, %h0: tensor<7x3xbf16>,
    %x1: tensor<7x37xf32>, %y1: tensor<7x37xf32>, %h1: tensor<7x37xbf16>,
    %x2: tensor<7x64xf32>, %y2: tensor<7x64xf32>, %h2: tensor<7x64xbf16>,
    %x3: tensor<7x130xf32>, %y3: tensor<7x130xf32>, %h3: tensor<7x130xbf16>,
    %x4: tensor<7x1037xf32>, %y4: tensor<7x1037xf32>, %h4: tensor<7x1037xbf16>,
    %x5: tensor<7x20000xf32>, %y5: tensor<7x20000xf32>, %h5: tensor<7x20000xbf16>)
    -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %d0 = stablehlo.subtract %x0, %y0 : tensor<7x3xf32>
  %s0 = stablehlo.multiply %d0, %d0 : tensor<7x3xf32>
  %r0 = stablehlo.reduce(%s0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x3xf32>, tensor<f32>) -> tensor<7xf32>
  %g0 = stablehlo.convert %h0 : (tensor<7x3xbf16>) -> tensor<7x3xf32>
  %e0 = stablehlo.multiply %g0, %y0 : tensor<7x3xf32>
  %f0 = stablehlo.abs %e0 : tensor<7x3xf32>
  %q0 = stablehlo.reduce(%f0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x3xf32>, tensor<f32>) -> tensor<7xf32>
  %d1 = stablehlo.subtract %x1, %y1 : tensor<7x37xf32>
  %s1 = stablehlo.multiply %d1, %d1 : tensor<7x37xf32>
  %r1 = stablehlo.reduce(%s1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x37xf32>, tensor<f32>) -> tensor<7xf32>
  %g1 = stablehlo.convert %h1 : (tensor<7x37xbf16>) -> tensor<7x37xf32>
  %e1 = stablehlo.multiply %g1, %y1 : tensor<7x37xf32>
  %f1 = stablehlo.abs %e1 : tensor<7x37xf32>
  %q1 = stablehlo.reduce(%f1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x37xf32>, tensor<f32>) -> tensor<7xf32>
  %d2 = stablehlo.subtract %x2, %y2 : tensor<7x64xf32>
  %s2 = stablehlo.multiply %d2, %d2 : tensor<7x64xf32>
  %r2 = stablehlo.reduce(%s2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x64xf32>, tensor<f32>) -> tensor<7xf32>
  %g2 = stablehlo.convert %h2 : (tensor<7x64xbf16>) -> tensor<7x64xf32>
  %e2 = stablehlo.multiply %g2, %y2 : tensor<7x64xf32>
  %f2 = stablehlo.abs %e2 : tensor<7x64xf32>
  %q2 = stablehlo.reduce(%f2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x64xf32>, tensor<f32>) -> tensor<7xf32>
  %d3 = stablehlo.subtract %x3, %y3 : tensor<7x130xf32>
  %s3 = stablehlo.multiply %d3, %d3 : tensor<7x130xf32>
  %r3 = stablehlo.reduce(%s3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x130xf32>, tensor<f32>) -> tensor<7xf32>
  %g3 = stablehlo.convert %h3 : (tensor<7x130xbf16>) -> tensor<7x130xf32>
  %e3 = stablehlo.multiply %g3, %y3 : tensor<7x130xf32>
  %f3 = stablehlo.abs %e3 : tensor<7x130xf32>
  %q3 = stablehlo.reduce(%f3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x130xf32>, tensor<f32>) -> tensor<7xf32>
  %d4 = stablehlo.subtract %x4, %y4 : tensor<7x1037xf32>
  %s4 = stablehlo.multiply %d4, %d4 : tensor<7x1037xf32>
  %r4 = stablehlo.reduce(%s4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x1037xf32>, tensor<f32>) -> tensor<7xf32>
  %g4 = stablehlo.convert %h4 : (tensor<7x1037xbf16>) -> tensor<7x1037xf32>
  %e4 = stablehlo.multiply %g4, %y4 : tensor<7x1037xf32>
  %f4 = stablehlo.abs %e4 : tensor<7x1037xf32>
  %q4 = stablehlo.reduce(%f4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x1037xf32>, tensor<f32>) -> tensor<7xf32>
  %d5 = stablehlo.subtract %x5, %y5 : tensor<7x20000xf32>
  %s5 = stablehlo.multiply %d5, %d5 : tensor<7x20000xf32>
  %r5 = stablehlo.reduce(%s5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x20000xf32>, tensor<f32>) -> tensor<7xf32>
  %g5 = stablehlo.convert %h5 : (tensor<7x20000xbf16>) -> tensor<7x20000xf32>
  %e5 = stablehlo.multiply %g5, %y5 : tensor<7x20000xf32>
  %f5 = stablehlo.abs %e5 : tensor<7x20000xf32>
  %q5 = stablehlo.reduce(%f5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x20000xf32>, tensor<f32>) -> tensor<7xf32>
  return %r0, %q0, %r1, %q1, %r2, %q2, %r3, %q3, %r4, %q4, %r5, %q5
      : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}
