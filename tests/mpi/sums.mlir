// Sums between more than two ranks: each adds up a part for all (exchange, fold, exchange), where a dimension can be divided by the ranks
// and the value is large enough to be worth two messages.
// RUN: sdyc kernels --ranks=4 %s | FileCheck %s
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s --check-prefix=TWO
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK: exchange: stablehlo.dot_general tensor<16x64xf32>
// CHECK: exchange: sdy.all_reduce tensor<16x64xf32>
// CHECK: exchange: sdy.all_reduce tensor<7xf32>
// CHECK: exchange: sdy.all_to_all tensor<12x12xi32>
// TWO: exchange: sdy.all_reduce tensor<64x64xf32>
// TWO: exchange: sdy.all_to_all tensor<12x24xi32>
func.func @main(%a: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>},
                %b: tensor<512x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
                %c: tensor<7x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %d: tensor<48x48xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x64xf32>, tensor<7xf32>, tensor<48x48xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x48xf32>, tensor<f32>) -> tensor<7xf32>
  %2 = stablehlo.negate %d : tensor<48x48xi32>
  %3 = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<64x64xf32>, tensor<7xf32>, tensor<48x48xi32>, tensor<f32>
}
