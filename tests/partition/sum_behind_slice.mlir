// A sum over devices may come behind a collective that moves its parts; that was taken for a sum that nothing adds up.
// RUN: sdyc opt %s -sdyc-localize | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  // CHECK: %0 = stablehlo.dot_general %arg0, %arg1{{.*}} -> tensor<4x6xf32>
  // CHECK: %1 = sdy.all_slice {{.*}} %0 {{.*}} : {{.*}}tensor<2x6xf32>
  // CHECK: %2 = sdy.all_reduce {"x"} %1
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = sdy.all_slice [{"y"}, {}] %0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<4x6xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{"y"}, {}]> : tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}
