// What neighbours send is read where it stands, by no table, and only on the devices that receive it; parts of a value stand in
// memory as what they are copied from, so that what is computed of them is one long loop.
// RUN: sdyc kernels --storage=private %s | FileCheck %s
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK:      kernels:
// CHECK:      kernels:
// CHECK-NOT:  constant
// CHECK:      kernel {{[0-9]+}}, loop: stablehlo.collective_permute
// CHECK-NEXT: domain 4 32
// CHECK:      where(0 <= d0 + -1 < 3; {{b[0-9]+}}[512 d0 + d1 + -32], 0)
// CHECK:      kernel {{[0-9]+}}, copy: stablehlo.concatenate
// CHECK:      domain 4 480
// CHECK:      kernel {{[0-9]+}}, loop: stablehlo.add
// CHECK-NEXT: domain 2048
func.func public @main(%a: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %a, %0, low = [1, 0], high = [-1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<64x32xf32>, tensor<f32>) -> tensor<64x32xf32>
  %2 = stablehlo.add %1, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}
