// For an optimising compiler, kernels of the same text are one function that is called with what each touches: equal layers
// on other weights and elsewhere in memory, in a loop and in branches, sharded and not.
// RUN: sdyc run %s --input=8x16xi32=random:1 --input=16x16xi32=random:2 --input=16x16xi32=random:3 --input=16xi32=random:4 --input=16xi32=random:5 --input=i32=1 > %t.tcc
// RUN: sdyc run %s --jit=cc --input=8x16xi32=random:1 --input=16x16xi32=random:2 --input=16x16xi32=random:3 --input=16xi32=random:4 --input=16xi32=random:5 --input=i32=1 > %t.cc
// RUN: sdyc run %s --jit=cc --threads=3 --input=8x16xi32=random:1 --input=16x16xi32=random:2 --input=16x16xi32=random:3 --input=16xi32=random:4 --input=16xi32=random:5 --input=i32=1 > %t.threads
// RUN: sdyc run %s --jit=cc --storage=private --input=8x16xi32=random:1 --input=16x16xi32=random:2 --input=16x16xi32=random:3 --input=16xi32=random:4 --input=16xi32=random:5 --input=i32=1 > %t.private
// RUN: cmp %t.tcc %t.cc && cmp %t.tcc %t.threads && cmp %t.tcc %t.private
sdy.mesh @mesh = <["x"=2]>
func.func private @layer(%x: tensor<8x16xi32>, %w: tensor<16x16xi32>, %b: tensor<16xi32>) -> tensor<8x16xi32> {
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xi32>, tensor<16x16xi32>) -> tensor<8x16xi32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xi32>) -> tensor<8x16xi32>
  %2 = stablehlo.add %0, %1 : tensor<8x16xi32>
  %3 = stablehlo.reduce(%2 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<8x16xi32>, tensor<i32>) -> tensor<8xi32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<8xi32>) -> tensor<8x16xi32>
  %5 = stablehlo.subtract %2, %4 : tensor<8x16xi32>
  return %5 : tensor<8x16xi32>
}
func.func public @main(%x: tensor<8x16xi32>, %w1: tensor<16x16xi32>, %w2: tensor<16x16xi32>, %b1: tensor<16xi32>, %b2: tensor<16xi32>, %which: tensor<i32>)
    -> (tensor<8x16xi32>, tensor<8x16xi32>, tensor<8x16xi32>, tensor<8x16xi32>) {
  %h1 = call @layer(%x, %w1, %b1) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
  %h2 = call @layer(%h1, %w2, %b2) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %zero, %h = %h2) : tensor<i32>, tensor<8x16xi32>
  cond {
    %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %l1 = func.call @layer(%h, %w2, %b1) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
    %l2 = func.call @layer(%l1, %w1, %b2) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
    stablehlo.return %next, %l2 : tensor<i32>, tensor<8x16xi32>
  }
  %branch = "stablehlo.case"(%which) ({
    %c0 = func.call @layer(%loop#1, %w1, %b1) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
    stablehlo.return %c0 : tensor<8x16xi32>
  }, {
    %c1 = func.call @layer(%loop#1, %w2, %b2) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
    stablehlo.return %c1 : tensor<8x16xi32>
  }) : (tensor<i32>) -> tensor<8x16xi32>
  %part = sdy.sharding_constraint %h2 <@mesh, [{"x"}, {}]> : tensor<8x16xi32>
  %s1 = call @layer(%part, %w1, %b2) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
  %s2 = call @layer(%s1, %w2, %b1) : (tensor<8x16xi32>, tensor<16x16xi32>, tensor<16xi32>) -> tensor<8x16xi32>
  return %h2, %loop#1, %branch, %s2 : tensor<8x16xi32>, tensor<8x16xi32>, tensor<8x16xi32>, tensor<8x16xi32>
}
