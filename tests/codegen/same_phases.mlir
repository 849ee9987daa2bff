// For an optimising compiler, layers that differ in their weights and in where they lie are compiled once: four of them are as
// many functions as one, which a compiler that refuses the text shows.
//
// RUN: rm -rf %t.cc && mkdir -p %t.cc && printf '#!/bin/sh\nexit 1\n' > %t.cc/cc && chmod +x %t.cc/cc
// RUN: PATH=%t.cc:$PATH TMPDIR=%t.cc sdyc run %s --jit=cc --entry=one > %t.cc/log 2>&1 || mv %t.cc/sdyc-*.c %t.cc/one.c
// RUN: PATH=%t.cc:$PATH TMPDIR=%t.cc sdyc run %s --jit=cc --entry=four > %t.cc/log 2>&1 || mv %t.cc/sdyc-*.c %t.cc/four.c
// RUN: grep -c 'static [a-z0-9_]* phase' %t.cc/one.c > %t.one && grep -c 'static [a-z0-9_]* phase' %t.cc/four.c > %t.four
// RUN: cmp %t.one %t.four
// RUN: test $(cat %t.one) -gt 2
func.func private @layer(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>) -> tensor<64x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<64x256xf32>
  return %3 : tensor<64x256xf32>
}
func.func public @one(%x: tensor<64x256xf32>, %a: tensor<256x256xf32>) -> tensor<64x256xf32> {
  %0 = call @layer(%x, %a) : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}
func.func public @four(%x: tensor<64x256xf32>, %a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %c: tensor<256x256xf32>, %d: tensor<256x256xf32>) -> tensor<64x256xf32> {
  %0 = call @layer(%x, %a) : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %1 = call @layer(%0, %b) : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %2 = call @layer(%1, %c) : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %3 = call @layer(%2, %d) : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  return %3 : tensor<64x256xf32>
}
