// The axis of six devices is cut into two parts in two ways that do not nest: no value can have both. What is computed
// does not take those of its operand beside those of its result; it is gathered before it is cut.
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=6]>
// CHECK: func.func @main(%arg0: tensor<3x2xf32>) -> tensor<2x3xf32>
// CHECK: "stablehlo.all_gather"(%
// CHECK: %[[PART:.*]] = stablehlo.dynamic_slice {{.*}} sizes = [2, 3]
// CHECK: return %[[PART]] : tensor<2x3xf32>
func.func @main(%a: tensor<3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x":(1)2}]>}) -> (tensor<3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(3)2}, {}]>}) {
  %0 = stablehlo.negate %a : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
