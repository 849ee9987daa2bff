// Both results of a function become sums over devices: what was said of the first, which is replicated, left the other
// one open, and what came of that did not verify.
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=6]>
// CHECK: func.func @main
func.func @main(%a: tensor<1x3xi32>) -> (tensor<1x3xi32>, tensor<4x8xi32>) {
  %0:2 = func.call @f(%a) : (tensor<1x3xi32>) -> (tensor<1x3xi32>, tensor<4x8xi32>)
  %1 = sdy.reshard %0#1 <@mesh, [{}, {}], unreduced={"x"}> : tensor<4x8xi32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<4x8xi32>
  %3 = sdy.reshard %0#0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<1x3xi32>
  %4 = sdy.reshard %3 <@mesh, [{}, {}]> : tensor<1x3xi32>
  return %4, %2 : tensor<1x3xi32>, tensor<4x8xi32>
}
func.func private @f(%a: tensor<1x3xi32>) -> (tensor<1x3xi32>, tensor<4x8xi32>) {
  %c = stablehlo.constant dense<2> : tensor<4x8xi32>
  %0 = stablehlo.negate %a : tensor<1x3xi32>
  return %0, %c : tensor<1x3xi32>, tensor<4x8xi32>
}
