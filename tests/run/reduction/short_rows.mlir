// Rows of a reduction that are short are reduced many at a time: with the bits of strips on other
// processors, whatever the types, the lengths and what the terms are made of. NaN and zeros by sign.
//
// RUN: sdyc run %s --input=67x17xf32=random:1 --input=5x67x32xf32=random:2 --input=67xf32=random:3 \
// RUN:     --input=131x64xbf16=random:4 --input=67x40xf64=random:5 --input=67x100xi32=random:6 > %t.rows
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=67x17xf32=random:1 --input=5x67x32xf32=random:2 --input=67xf32=random:3 \
// RUN:     --input=131x64xbf16=random:4 --input=67x40xf64=random:5 --input=67x100xi32=random:6 > %t.avx2
// RUN: cmp %t.rows %t.avx2
// RUN: sdyc run %s --storage=private --input=67x17xf32=random:1 --input=5x67x32xf32=random:2 --input=67xf32=random:3 \
// RUN:     --input=131x64xbf16=random:4 --input=67x40xf64=random:5 --input=67x100xi32=random:6 > %t.private
// RUN: cmp %t.rows %t.private
// RUN: sdyc run %s --jit=cc --input=67x17xf32=random:1 --input=5x67x32xf32=random:2 --input=67xf32=random:3 \
// RUN:     --input=131x64xbf16=random:4 --input=67x40xf64=random:5 --input=67x100xi32=random:6 > %t.loops
// RUN: cmp %t.rows %t.loops
func.func public @main(%a: tensor<67x17xf32>, %b: tensor<5x67x32xf32>, %m: tensor<67xf32>, %h: tensor<131x64xbf16>,
    %d: tensor<67x40xf64>, %i: tensor<67x100xi32>)
    -> (tensor<67xf32>, tensor<67xf32>, tensor<5x67xf32>, tensor<131xf32>, tensor<131xbf16>, tensor<67xf64>, tensor<67xf64>,
        tensor<67xi32>, tensor<67xi32>, tensor<67xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %low_h = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero_d = stablehlo.constant dense<0.0> : tensor<f64>
  %high_d = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %zero_i = stablehlo.constant dense<0> : tensor<i32>
  %low_i = stablehlo.constant dense<-2147483648> : tensor<i32>
  %r0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<67x17xf32>, tensor<f32>) -> tensor<67xf32>
  %r1 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<67x17xf32>, tensor<f32>) -> tensor<67xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<67xf32>) -> tensor<5x67x32xf32>
  %c = stablehlo.subtract %b, %mb : tensor<5x67x32xf32>
  %s = stablehlo.multiply %c, %c : tensor<5x67x32xf32>
  %r2 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<5x67x32xf32>, tensor<f32>) -> tensor<5x67xf32>
  %w = stablehlo.convert %h : (tensor<131x64xbf16>) -> tensor<131x64xf32>
  %r3 = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<131x64xf32>, tensor<f32>) -> tensor<131xf32>
  %r4 = stablehlo.reduce(%h init: %low_h) applies stablehlo.maximum across dimensions = [1] : (tensor<131x64xbf16>, tensor<bf16>) -> tensor<131xbf16>
  %r5 = stablehlo.reduce(%d init: %zero_d) applies stablehlo.add across dimensions = [1] : (tensor<67x40xf64>, tensor<f64>) -> tensor<67xf64>
  %r6 = stablehlo.reduce(%d init: %high_d) applies stablehlo.minimum across dimensions = [1] : (tensor<67x40xf64>, tensor<f64>) -> tensor<67xf64>
  %r7 = stablehlo.reduce(%i init: %zero_i) applies stablehlo.add across dimensions = [1] : (tensor<67x100xi32>, tensor<i32>) -> tensor<67xi32>
  %r8 = stablehlo.reduce(%i init: %low_i) applies stablehlo.maximum across dimensions = [1] : (tensor<67x100xi32>, tensor<i32>) -> tensor<67xi32>
  // max(a, sqrt(m)) has a NaN in the rows where m is negative.
  %root = stablehlo.sqrt %m : tensor<67xf32>
  %rb = stablehlo.broadcast_in_dim %root, dims = [0] : (tensor<67xf32>) -> tensor<67x17xf32>
  %x = stablehlo.subtract %a, %rb : tensor<67x17xf32>
  %y = stablehlo.multiply %x, %a : tensor<67x17xf32>
  %r9 = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<67x17xf32>, tensor<f32>) -> tensor<67xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9 : tensor<67xf32>, tensor<67xf32>, tensor<5x67xf32>, tensor<131xf32>,
    tensor<131xbf16>, tensor<67xf64>, tensor<67xf64>, tensor<67xi32>, tensor<67xi32>, tensor<67xf32>
}
