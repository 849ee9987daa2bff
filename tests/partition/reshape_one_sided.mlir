// A reshape whose sharding cuts a factor that only one side has got local types that do not fit each other.
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=3, "y"=2]>
// CHECK: func.func public @main(%arg0: tensor<48x2x4x11xi1>) -> tensor<4x4x1x16x33xi1>
// CHECK-NEXT: %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64
// CHECK-NEXT: %1 = stablehlo.reshape %0 : (tensor<48x4x4x11xi1>) -> tensor<4x4x1x16x33xi1>
// CHECK-NEXT: return %1
func.func public @main(%a: tensor<48x4x4x11xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {}]>}) -> tensor<4x4x1x16x33xi1> {
  %0 = stablehlo.reshape %a : (tensor<48x4x4x11xi1>) -> tensor<4x4x1x16x33xi1>
  return %0 : tensor<4x4x1x16x33xi1>
}
