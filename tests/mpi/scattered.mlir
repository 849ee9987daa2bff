// Sums of which each rank gets a part, in turns, so that it never has room for the terms of all: along rows and columns, over
// all devices and over those of an axis, of f32 and of bf16, and of a product's terms. What is small goes at once.
// RUN: sdyc kernels --ranks=8 --json %s | FileCheck %s
// RUN: sdyc kernels --ranks=2 --json %s | FileCheck %s --check-prefix=TWO
// CHECK: "kind": "parts"
// CHECK-COUNT-5: "kind": "scattered sum", "schedule": "turns"
// TWO-NOT: "kind": "scattered sum"
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<512x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
                %d: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>})
    -> (tensor<64x4096xf32>, tensor<64x4096xf32>, tensor<128x4096xf32>, tensor<64x8192xbf16>, tensor<64x64xf32>,
        tensor<64x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %0:5 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}, {}]>]
      out_shardings=[<@mesh, [{"x", "y"}, {}]>, <@mesh, [{}, {"x", "y"}]>, <@mesh, [{"y", "x"}, {}]>, <@mesh, [{}, {"y", "x"}]>, <@mesh, [{"x", "y"}, {}]>]
      manual_axes={"x", "y"} (%b: tensor<64x4096xf32>) {
    %t = stablehlo.multiply %b, %b : tensor<64x4096xf32>
    %h = stablehlo.convert %b : (tensor<64x4096xf32>) -> tensor<64x4096xbf16>
    %l = stablehlo.slice %b [0:64, 0:64] : (tensor<64x4096xf32>) -> tensor<64x64xf32>
    %1 = "stablehlo.reduce_scatter"(%b) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%p1: tensor<f32>, %q1: tensor<f32>):
      %s1 = stablehlo.add %p1, %q1 : tensor<f32>
      stablehlo.return %s1 : tensor<f32>
    }) : (tensor<64x4096xf32>) -> tensor<8x4096xf32>
    %2 = "stablehlo.reduce_scatter"(%t) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%p2: tensor<f32>, %q2: tensor<f32>):
      %s2 = stablehlo.add %p2, %q2 : tensor<f32>
      stablehlo.return %s2 : tensor<f32>
    }) : (tensor<64x4096xf32>) -> tensor<64x512xf32>
    %3 = "stablehlo.reduce_scatter"(%t) <{replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%p3: tensor<f32>, %q3: tensor<f32>):
      %s3 = stablehlo.add %p3, %q3 : tensor<f32>
      stablehlo.return %s3 : tensor<f32>
    }) : (tensor<64x4096xf32>) -> tensor<16x4096xf32>
    %4 = "stablehlo.reduce_scatter"(%h) <{replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%p4: tensor<bf16>, %q4: tensor<bf16>):
      %s4 = stablehlo.add %p4, %q4 : tensor<bf16>
      stablehlo.return %s4 : tensor<bf16>
    }) : (tensor<64x4096xbf16>) -> tensor<64x1024xbf16>
    %5 = "stablehlo.reduce_scatter"(%l) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%p5: tensor<f32>, %q5: tensor<f32>):
      %s5 = stablehlo.add %p5, %q5 : tensor<f32>
      stablehlo.return %s5 : tensor<f32>
    }) : (tensor<64x64xf32>) -> tensor<8x64xf32>
    sdy.return %1, %2, %3, %4, %5 : tensor<8x4096xf32>, tensor<64x512xf32>, tensor<16x4096xf32>, tensor<64x1024xbf16>, tensor<8x64xf32>
  } : (tensor<512x4096xf32>) -> (tensor<64x4096xf32>, tensor<64x4096xf32>, tensor<128x4096xf32>, tensor<64x8192xbf16>, tensor<64x64xf32>)
  %6 = stablehlo.dot_general %d, %a, contracting_dims = [1] x [0] : (tensor<64x512xf32>, tensor<512x4096xf32>) -> tensor<64x4096xf32>
  return %0#0, %0#1, %0#2, %0#3, %0#4, %6 : tensor<64x4096xf32>, tensor<64x4096xf32>, tensor<128x4096xf32>, tensor<64x8192xbf16>, tensor<64x64xf32>, tensor<64x4096xf32>
}
