// A loop that carries the same at the beginning of two turns has no end, and is refuted as soon as that is seen: a number that its
// condition goes by stands still, while others alternate. Its condition goes by real numbers, so that integers alone do not tell.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --evaluate %s %t.parts | FileCheck %s
// RUN: sed 's/dense<1.000000e+00>/dense<0.0>/' %t.parts > %t.still
// RUN: not cmp -s %t.parts %t.still
// RUN: not sdyc verify --quiet --evaluate %s %t.still | FileCheck %s --check-prefix=STILL
// CHECK: proved by evaluation
// STILL: refuted: stablehlo.while: it carries the same after {{[0-9]+}} turns as after {{[0-9]+}}, and has no end
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%left = %two, %x = %a) : tensor<f32>, tensor<4xf32>
  cond {
    %goes = stablehlo.compare NE, %left, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %less = stablehlo.subtract %left, %one : tensor<f32>
    %y = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %less, %y : tensor<f32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
