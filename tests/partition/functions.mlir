// Functions of the printed program remember nothing of the computations that they were: nothing of sdy is left.
// RUN: sdyc partition %s | FileCheck %s --implicit-check-not=sdy
// CHECK: func.func private @f
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
