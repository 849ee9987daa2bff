// A rounding to fewer bits than bf16 has is a function: it is left out by no proof. Between wider types a conversion changes nothing. A rounding
// of a constant is known, so that padding goes through it.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sdyc verify --quiet --evaluate %s %t.parts | FileCheck %s --check-prefix=EVALUATED
// RUN: sed 's/format = e5m3/format = e5m2/' %t.parts > %t.format
// RUN: not sdyc verify --quiet %s %t.format | FileCheck %s --check-prefix=WRONG
// RUN: not sdyc verify --quiet --evaluate %s %t.format | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/stablehlo.reduce_precision \(%\w*\), format = e5m3/stablehlo.abs \1/' %t.parts > %t.none
// RUN: not sdyc verify --quiet %s %t.none | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/f8E4M3FN/f8E5M2/g' %t.parts > %t.type
// RUN: not sdyc verify --quiet %s %t.type | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/f16/bf16/g; s/e8m10/e8m23/' %t.parts > %t.wide
// RUN: sdyc verify --quiet %s %t.wide | FileCheck %s
// CHECK: proved by relations
// EVALUATED: proved by evaluation
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<7x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<7x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %square = stablehlo.multiply %a, %a : tensor<7x4xf32>
  %narrow = stablehlo.convert %square : (tensor<7x4xf32>) -> tensor<7x4xf8E4M3FN>
  %wide = stablehlo.convert %narrow : (tensor<7x4xf8E4M3FN>) -> tensor<7x4xf32>
  %half = stablehlo.convert %wide : (tensor<7x4xf32>) -> tensor<7x4xf16>
  %same = stablehlo.convert %half : (tensor<7x4xf16>) -> tensor<7x4xf32>
  %0 = stablehlo.reduce(%same init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x4xf32>, tensor<f32>) -> tensor<4xf32>
  %few = stablehlo.reduce_precision %square, format = e5m3 : tensor<7x4xf32>
  %many = stablehlo.reduce_precision %few, format = e8m10 : tensor<7x4xf32>
  return %0, %many : tensor<4xf32>, tensor<7x4xf32>
}
