// Seven rows on four devices: what stands behind the seventh is anything in an argument, and not asked for in a result. A sum
// over the rows has to leave it out.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify %s %t.parts | FileCheck %s
// RUN: sed 's/compare LT/compare LE/' %t.parts > %t.mask
// RUN: not sdyc verify --quiet %s %t.mask | FileCheck %s --check-prefix=MASK
// RUN: sed 's/stablehlo.tanh/stablehlo.logistic/' %t.parts > %t.function
// RUN: not sdyc verify --quiet %s %t.function | FileCheck %s --check-prefix=FUNCTION
sdy.mesh @mesh = <["x"=4]>

// CHECK: proved by relations
// MASK: refuted
// FUNCTION: function:{{[0-9]+}}:10: refuted: stablehlo.logistic
func.func @main(%a: tensor<7x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<7x3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %a : tensor<7x3xf32>
  %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0, %1 : tensor<7x3xf32>, tensor<3xf32>
}
