// Faults that show only for some real inputs: behind a Cholesky factor, which wants a matrix with a large diagonal, and in a mean in which one
// weight is nearly all. Without such matrices the first one was not decided.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/applies stablehlo.add across dimensions = \[2\]/applies stablehlo.maximum across dimensions = [2]/' %t.parts > %t.factor
// RUN: not cmp -s %t.parts %t.factor
// RUN: not sdyc verify --quiet --evaluate %s %t.factor | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/stablehlo.cosine/stablehlo.sine/' %t.parts > %t.soft
// RUN: not cmp -s %t.parts %t.soft
// RUN: not sdyc verify --quiet --evaluate %s %t.soft | FileCheck %s --check-prefix=WRONG
// CHECK: proved
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %b: tensor<4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x1xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %much = stablehlo.constant dense<200.0> : tensor<4x64xf32>
  %turned = stablehlo.transpose %a, dims = [0, 2, 1] : (tensor<4x12x12xf32>) -> tensor<4x12x12xf32>
  %even = stablehlo.add %a, %turned : tensor<4x12x12xf32>
  %factor = stablehlo.cholesky %even, lower = true : tensor<4x12x12xf32>
  %roots = stablehlo.multiply %factor, %factor : tensor<4x12x12xf32>
  %0 = stablehlo.reduce(%roots init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x12x12xf32>, tensor<f32>) -> tensor<4x12xf32>
  %last = stablehlo.slice %0 [0:4, 11:12] : (tensor<4x12xf32>) -> tensor<4x1xf32>
  %large = stablehlo.multiply %b, %much : tensor<4x64xf32>
  %powers = stablehlo.exponential %large : tensor<4x64xf32>
  %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
  %waves = stablehlo.cosine %b : tensor<4x64xf32>
  %weighted = stablehlo.multiply %powers, %waves : tensor<4x64xf32>
  %all = stablehlo.reduce(%weighted init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.divide %all, %sum : tensor<4xf32>
  return %last, %1 : tensor<4x1xf32>, tensor<4xf32>
}
