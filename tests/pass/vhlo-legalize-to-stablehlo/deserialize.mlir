// The pipeline by which StableHLO's tools read what was written as VHLO.
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo -vhlo-to-version=target=1.0.0 | sdyc opt - -stablehlo-deserialize | FileCheck %s

// CHECK: func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32>
// CHECK: stablehlo.add %arg0, %arg0 : tensor<2xf32>
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
