// What is no number below 0 is its own magnitude: a sum of exponentials. An infinity is what it is with the number of a device added to it.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed '0,/stablehlo.abs/ s/stablehlo.abs \(%\w*\) : \(tensor<[^>]*>\)/stablehlo.reshape \1 : (\2) -> \2/' %t.parts > %t.plain
// RUN: not cmp -s %t.parts %t.plain
// RUN: sdyc verify --quiet %s %t.plain | FileCheck %s
// RUN: sed 's/stablehlo.abs \(%\w*\) : \(tensor<[^>]*>\)/stablehlo.reshape \1 : (\2) -> \2/' %t.parts > %t.both
// RUN: not cmp -s %t.plain %t.both
// RUN: not sdyc verify --quiet %s %t.both | FileCheck %s --check-prefix=WRONG
// RUN: not sdyc verify --quiet --counterexample=%t.shown %s %t.both | FileCheck %s --check-prefix=WRONG
// RUN: test -s %t.shown/result0.npy
// RUN: sed 's/^ *\(%\w*\) = stablehlo.constant dense<0xFF800000> : tensor<f32>/%n = stablehlo.partition_id : tensor<ui32>\n%k = stablehlo.convert %n : (tensor<ui32>) -> tensor<f32>\n%least = stablehlo.constant dense<0xFF800000> : tensor<f32>\n\1 = stablehlo.add %least, %k : tensor<f32>/' %t.parts > %t.device
// RUN: not cmp -s %t.parts %t.device
// RUN: sdyc verify --quiet %s %t.device | FileCheck %s
// RUN: sed 's/0xFF800000/-1.0/' %t.device > %t.finite
// RUN: not cmp -s %t.device %t.finite
// RUN: not sdyc verify --quiet %s %t.finite | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %infinite = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.exponential %a : tensor<8x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.abs %1 : tensor<4xf32>
  %3 = stablehlo.log %2 : tensor<4xf32>
  %4 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.abs %4 : tensor<4xf32>
  %6 = stablehlo.reduce(%a init: %infinite) applies stablehlo.maximum across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
