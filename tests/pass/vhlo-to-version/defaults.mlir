// What StableHLO takes for a default stays as it was written, from one version to another.
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo | sdyc opt -vhlo-to-version=target=1.4.0 | FileCheck %s

// CHECK: "vhlo.dot_general_v1"
// CHECK-SAME: precision_config = #vhlo.array_v1<[]>
func.func @main(%a: tensor<2x2xi8>, %b: tensor<2x3xi8>) -> tensor<2x3xi32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = []} : (tensor<2x2xi8>, tensor<2x3xi8>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
