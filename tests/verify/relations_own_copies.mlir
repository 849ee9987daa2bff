// The products of earlier parts: of its own copies instead of the others' nothing follows, in a box of devices least of all.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/"stablehlo.all_gather"(\(%[0-9]*\)) .* : (tensor<8x1xf32>) ->/stablehlo.concatenate \1, \1, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) ->/' %t.parts > %t.copies
// RUN: not cmp -s %t.parts %t.copies
// RUN: not sdyc verify --quiet %s %t.copies | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<32x16xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %one) <{padding = dense<[[0, 0], [15, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 16>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<32x16xf32>, tensor<f32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}
