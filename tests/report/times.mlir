// RUN: sdyc partition --report %s | FileCheck %s
// Loops count each turn where their turns are known; of the cases of a branch the one counts that sends most; what a
// function sends counts as often as it is called.

sdy.mesh @mesh = <["x"=4]>

// CHECK: line collective along groups operand times sent by one by all why
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %n: tensor<i32>, %p: tensor<i1>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<8x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    // CHECK-NEXT: [[@LINE+1]] all_reduce "x" 1 of 4 tensor<8xf32> 5 240 B 960 B stablehlo.reduce (line [[@LINE+1]]) sums over what is sharded: factor j, in the loop of line 14
    %s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %w = stablehlo.add %v, %b : tensor<8x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %w : tensor<i32>, tensor<8x16xf32>
  }
  %1:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<8x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    // CHECK-NEXT: [[@LINE+1]] all_reduce "x" 1 of 4 tensor<8xf32> 1 or more 48 B 192 B stablehlo.reduce (line [[@LINE+1]]) sums over what is sharded: factor j, in the loop of line 26
    %s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    %w = stablehlo.add %v, %b : tensor<8x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %w : tensor<i32>, tensor<8x16xf32>
  }
  %2 = "stablehlo.if"(%p) ({
    // CHECK-NEXT: [[@LINE+1]] all_reduce "x" {{.*}} 48 B 192 B stablehlo.reduce (line [[@LINE+1]]) {{.*}}; not counted: another case sends as much or more
    %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    stablehlo.return %s : tensor<8xf32>
  }, {
    %c = stablehlo.concatenate %a, %a, dim = 0 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    // CHECK-NEXT: [[@LINE+1]] all_reduce "x" {{.*}} 96 B 384 B stablehlo.reduce (line [[@LINE+1]])
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %t = stablehlo.slice %s [0:8] : (tensor<16xf32>) -> tensor<8xf32>
    stablehlo.return %t : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %3 = call @f(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %4 = call @f(%3) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0#1, %1#1, %2, %4 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>, tensor<8x16xf32>
}
func.func private @f(%v: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-NEXT: [[@LINE+1]] all_reduce "x" 1 of 4 tensor<8xf32> 2 96 B 384 B stablehlo.reduce (line [[@LINE+1]]) sums over what is sharded: factor j
  %s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %w = stablehlo.subtract %v, %b : tensor<8x16xf32>
  return %w : tensor<8x16xf32>
}
// CHECK: total, or more 9 480 B 1.88 KiB
