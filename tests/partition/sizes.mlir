// Operations that take sizes as operands are partitioned as those that have them as attributes, where these follow; sizes
// up to a bound stand beside tensors that are as long as the bounds.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run --storage=private --input=4x3xf32=random:1 --input=5x4xf32=random:2 %s > %t.private
// RUN: sdyc run --storage=shared --input=4x3xf32=random:1 --input=5x4xf32=random:2 %s | diff - %t.private
sdy.mesh @mesh = <["x"=2]>

// CHECK: func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<8x2xf32>, %arg2: tensor<i32> {sdyc.size_of = array<i64: 1, 0>}) -> (tensor<1x2x3xf32>, tensor<8x2xf32>, tensor<i32> {sdyc.size_of = array<i64: 1, 0>})
// CHECK-NOT: all_gather
// CHECK: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
// CHECK-NOT: dynamic_reshape
// CHECK: stablehlo.abs %{{.*}} : tensor<8x2xf32>
func.func public @main(%a: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %b: tensor<?x4xf32, #stablehlo.bounds<8, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<2x2x3xf32>, tensor<?x4xf32, #stablehlo.bounds<8, ?>>) {
  %0 = call @sizes() : () -> tensor<3xi64>
  %1 = stablehlo.dynamic_reshape %a, %0 : (tensor<4x3xf32>, tensor<3xi64>) -> tensor<2x2x3xf32>
  %2 = stablehlo.abs %b : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  return %1, %2 : tensor<2x2x3xf32>, tensor<?x4xf32, #stablehlo.bounds<8, ?>>
}
func.func private @sizes() -> tensor<3xi64> {
  %0 = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %1 = stablehlo.constant dense<[1, 1, 1]> : tensor<3xi64>
  %2 = stablehlo.add %0, %1 : tensor<3xi64>
  return %2 : tensor<3xi64>
}
