// Sums between ranks: one exchange each, whose schedule adds up as a tree where their number is a power of two, and of any shape.
// In a manual computation a rank's own devices are added up first.
// RUN: sdyc kernels --ranks=4 %s | FileCheck %s
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s --check-prefix=TWO
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK: exchange: sdy.all_reduce tensor<64x64xf32>
// CHECK: exchange: sdy.all_reduce tensor<7xf32>
// CHECK: exchange: sdy.all_to_all tensor<12x12xi32>
// CHECK: exchange: sdy.all_reduce tensor<f32>
// CHECK: loop: partial results tensor<64x64xf32>
// CHECK: exchange: stablehlo.all_reduce tensor<64x64xf32>
// CHECK: exchange: stablehlo.all_reduce tensor<41x43xf32>
// TWO: exchange: sdy.all_reduce tensor<64x64xf32>
// TWO: exchange: sdy.all_to_all tensor<12x24xi32>
func.func @main(%a: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>},
                %b: tensor<512x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
                %c: tensor<7x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %d: tensor<48x48xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x64xf32>, tensor<7xf32>, tensor<48x48xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<f32>,
        tensor<64x64xf32>, tensor<41x43xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x48xf32>, tensor<f32>) -> tensor<7xf32>
  %2 = stablehlo.negate %d : tensor<48x48xi32>
  %3 = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<f32>
  %4:2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}, {"x", "y"}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]
      manual_axes={"x", "y"} (%l: tensor<64x64xf32>) {
    %p = stablehlo.slice %l [0:41, 0:43] : (tensor<64x64xf32>) -> tensor<41x43xf32>
    %q:2 = "stablehlo.all_reduce"(%l, %p) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}> ({
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %s = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<64x64xf32>, tensor<41x43xf32>) -> (tensor<64x64xf32>, tensor<41x43xf32>)
    sdy.return %q#0, %q#1 : tensor<64x64xf32>, tensor<41x43xf32>
  } : (tensor<64x512xf32>) -> (tensor<64x64xf32>, tensor<41x43xf32>)
  return %0, %1, %2, %3, %4#0, %4#1 : tensor<64x64xf32>, tensor<7xf32>, tensor<48x48xi32>, tensor<f32>, tensor<64x64xf32>, tensor<41x43xf32>
}
