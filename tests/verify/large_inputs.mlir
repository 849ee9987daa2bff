// Without the maximum that a softmax subtracts, or with another one, a partition overflows where inputs are large and the global program does
// not. With a maximum that begins at 0 all is nothing where a row is negative. Where both are the same, large inputs show nothing.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --evaluate %s %t.parts | FileCheck %s
// RUN: sed 's/applies stablehlo.maximum/applies stablehlo.minimum/; s/0xFF800000/0x7F800000/' %t.parts > %t.least
// RUN: not cmp -s %t.parts %t.least
// RUN: not sdyc verify --quiet %s %t.least | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/0xFF800000/0.0/' %t.parts > %t.zero
// RUN: not cmp -s %t.parts %t.zero
// RUN: not sdyc verify --quiet %s %t.zero | FileCheck %s --check-prefix=WRONG
// CHECK: proved by evaluation
// WRONG: refuted{{.*}}makes a result another one
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
  %2 = stablehlo.subtract %a, %1 : tensor<4x16xf32>
  %3 = stablehlo.exponential %2 : tensor<4x16xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
  %6 = stablehlo.divide %3, %5 : tensor<4x16xf32>
  return %6 : tensor<4x16xf32>
}
