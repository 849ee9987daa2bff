// Elements in resources are constants like any other: they are folded, and what is left keeps its resource.
// RUN: sdyc opt -stablehlo-aggressive-folder -canonicalize %s | FileCheck %s
// RUN: sdyc partition %s | FileCheck %s --check-prefix=PART

// CHECK:      %[[ONE:.*]] = stablehlo.constant dense_resource<one> : tensor<2xf32>
// CHECK:      %[[SUM:.*]] = stablehlo.constant dense<[4.000000e+00, 6.000000e+00]> : tensor<2xf32>
// CHECK:      stablehlo.add %arg0, %[[ONE]]
// CHECK:      one: "0x040000000000803F00000040"
// CHECK-NOT:  two:
// PART:       %[[ALL:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// PART:       stablehlo.dynamic_slice %[[ALL]]
// PART:       stablehlo.constant dense_resource<one> : tensor<2xf32>
// PART:       one: "0x040000000000803F00000040"
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense_resource<one> : tensor<2xf32>
  %1 = stablehlo.constant dense_resource<two> : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  %3 = stablehlo.add %arg0, %0 : tensor<2xf32>
  return %2, %3 : tensor<2xf32>, tensor<2xf32>
}
{-# dialect_resources: {builtin: {one: "0x040000000000803F00000040", two: "0x040000000000404000008040"}} #-}
