// A sharding rule stays at its operation, and holds of VHLO's tensors as it did of StableHLO's.
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo=allow-other-dialects=true | FileCheck %s

// CHECK: "vhlo.tanh_v2"(%arg0) {{.*}}sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
