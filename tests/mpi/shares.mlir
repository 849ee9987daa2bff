// What each device has is too small to be cut, or to be multiplied in tile registers: so is what the devices of one process have
// together, whose bits would be others.
// RUN: sdyc kernels --storage=private %s | FileCheck %s
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s
// CHECK-NOT: in part
// CHECK-NOT: route split
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
                %c: tensor<240x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %b, %a, contracting_dims = [0] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %1 = stablehlo.multiply %c, %c : tensor<240x128xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<240x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %0, %2 : tensor<128x128xf32>, tensor<128xf32>
}
