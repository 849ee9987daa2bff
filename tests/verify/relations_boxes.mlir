// Rolls, halos and sums on a mesh of 24 devices: what devices hold is compared in boxes of devices, whose numbers are linear in the places
// of the box, and which are cut where a condition on them turns. One device in the middle that is told another place must not be proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.parts | FileCheck %s
// RUN: sed 's/\[9, 7\], \[10, 8\]/[10, 7], [9, 8]/' %t.parts > %t.pairs
// RUN: not cmp -s %t.parts %t.pairs
// RUN: not sdyc verify --quiet %s %t.pairs | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[9, 11\], \[10, 12\]/[10, 11], [9, 12]/' %t.parts > %t.halo
// RUN: not cmp -s %t.parts %t.halo
// RUN: not sdyc verify --quiet %s %t.halo | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/20, 20, 22, 22\]/20, 20, 22, 21]/' %t.parts > %t.table
// RUN: not cmp -s %t.parts %t.table
// RUN: not sdyc verify --quiet %s %t.table | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @grid = <["x"=12, "y"=2]>
func.func @main(%a: tensor<23x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {"y"}]>}, %b: tensor<24x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {"y"}]>})
    -> (tensor<23x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {"y"}]>}, tensor<4xf32>, tensor<24x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {"y"}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<23x4xf32>, tensor<f32>) -> tensor<23x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<23x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.slice %b [1:24, 0:4] : (tensor<24x4xf32>) -> tensor<23x4xf32>
  %3 = stablehlo.slice %b [0:1, 0:4] : (tensor<24x4xf32>) -> tensor<1x4xf32>
  %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<23x4xf32>, tensor<1x4xf32>) -> tensor<24x4xf32>
  return %0, %1, %4 : tensor<23x4xf32>, tensor<4xf32>, tensor<24x4xf32>
}
