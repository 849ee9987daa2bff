// The largest of each part, of which the largest are the largest of all; and a branch of which each device has a share. Fewer from each
// part, another order, offsets of other parts, and not the first of each must not be proved; a sort that is not stable not so.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/\[0:4, 0:1, 0:3\]/[0:4, 0:1, 0:2]/; s/4x1x3x/4x1x2x/g; s/<4x3x/<4x2x/g; s/1x12x/1x8x/g' %t.parts > %t.fewer
// RUN: not cmp -s %t.parts %t.fewer
// RUN: not sdyc verify --quiet %s %t.fewer | FileCheck %s --check-prefix=FEWER
// RUN: sed '0,/GT/! s/GT/LT/' %t.parts > %t.order
// RUN: not cmp -s %t.parts %t.order
// RUN: not sdyc verify --quiet %s %t.order | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[0, 8, 16, 24\]/[8, 0, 16, 24]/' %t.parts > %t.offsets
// RUN: not cmp -s %t.parts %t.offsets
// RUN: not sdyc verify --quiet %s %t.offsets | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[0:4, 0:1, 0:3\]/[0:4, 0:1, 1:4]/' %t.parts > %t.next
// RUN: not cmp -s %t.parts %t.next
// RUN: not sdyc verify --quiet %s %t.next | FileCheck %s --check-prefix=WRONG
// RUN: sed '0,/is_stable = true/ s/is_stable = true/is_stable = false/' %t.parts > %t.unstable
// RUN: sdyc verify --quiet %s %t.unstable | FileCheck %s --check-prefix=UNSTABLE
// CHECK: proved by relations
// WRONG: refuted
// FEWER-NOT: proved
// FEWER: {{refuted|not decided}}
// UNSTABLE: proved by evaluation
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c: tensor<i1>) -> (tensor<4x3xf32>, tensor<4x3xi32>, tensor<4xf32>) {
  %at = stablehlo.iota dim = 1 : tensor<4x32xi32>
  %0:2 = "stablehlo.sort"(%a, %at) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %2 = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4x32xf32>, tensor<4x32xi32>) -> (tensor<4x32xf32>, tensor<4x32xi32>)
  %values = stablehlo.slice %0#0 [0:4, 0:3] : (tensor<4x32xf32>) -> tensor<4x3xf32>
  %places = stablehlo.slice %0#1 [0:4, 0:3] : (tensor<4x32xi32>) -> tensor<4x3xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.if"(%c) ({
    %2 = stablehlo.tanh %a : tensor<4x32xf32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %values, %places, %1 : tensor<4x3xf32>, tensor<4x3xi32>, tensor<4xf32>
}
