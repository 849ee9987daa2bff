// Rows of what stands apart, or is repeated, so short that at most one step is in them; and what is the same between steps: a choice by the
// place among the elements is one by the place divided by the step. By the place that is not divided it is another one.
// RUN: sdyc verify --quiet --seconds=0.01 %s %S/relations_reach.txt | FileCheck %s
// RUN: sed 's/%fill = stablehlo.constant dense<7.0>/%fill = stablehlo.constant dense<8.0>/' %S/relations_reach.txt > %t.fill
// RUN: not sdyc verify --quiet %s %t.fill | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%a \[0:2, 1:2\]/%a [0:2, 0:1]/' %S/relations_reach.txt > %t.step
// RUN: not sdyc verify --quiet %s %t.step | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%repeated = stablehlo.slice %a \[0:2, 0:1\]/%repeated = stablehlo.slice %a [0:2, 1:2]/' %S/relations_reach.txt > %t.next
// RUN: not sdyc verify --quiet %s %t.next | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%four = stablehlo.constant dense<4>/%four = stablehlo.constant dense<2>/' %S/relations_reach.txt > %t.undivided
// RUN: not sdyc verify --quiet %s %t.undivided | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<10xf32>, tensor<10xf32>) {
  %fill = stablehlo.constant dense<7.0> : tensor<f32>
  %apart = stablehlo.pad %a, %fill, low = [0, 0], high = [0, 0], interior = [0, 2] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  %none = stablehlo.slice %apart [0:4, 1:3] : (tensor<4x4xf32>) -> tensor<4x2xf32>
  %0 = "stablehlo.sort"(%none) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %one = stablehlo.slice %apart [0:4, 2:4] : (tensor<4x4xf32>) -> tensor<4x2xf32>
  %1 = "stablehlo.sort"(%one) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %thrice = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4x2xf32>) -> tensor<4x2x3xf32>
  %flat = stablehlo.reshape %thrice : (tensor<4x2x3xf32>) -> tensor<4x6xf32>
  %same = stablehlo.slice %flat [0:4, 1:3] : (tensor<4x6xf32>) -> tensor<4x2xf32>
  %2 = "stablehlo.sort"(%same) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %places = stablehlo.iota dim = 0 : tensor<4xi32>
  %two = stablehlo.constant dense<2> : tensor<4xi32>
  %first = stablehlo.compare LT, %places, %two : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %chosen = stablehlo.select %first, %b, %c : tensor<4xi1>, tensor<4xf32>
  %3 = stablehlo.pad %chosen, %fill, low = [0], high = [0], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  %4 = "stablehlo.sort"(%3) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<10xf32>) -> tensor<10xf32>
  return %0, %1, %2, %3, %4 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<10xf32>, tensor<10xf32>
}
