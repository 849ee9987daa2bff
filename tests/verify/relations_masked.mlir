// Fewer rows than devices: what comes before a device's row is chosen by a mask from all rows, of which those behind the end are padding.
// So the greatest so far is known on devices that have a row. A mask that takes the own row, too, changes nothing. One that takes a later
// row, or padding, must not be proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/compare LT, \(%[0-9]*, %[0-9]*\) : (tensor<16x3xi64>/compare LE, \1 : (tensor<16x3xi64>/' %t.parts > %t.own
// RUN: not cmp -s %t.parts %t.own
// RUN: sdyc verify --quiet %s %t.own | FileCheck %s
// RUN: sed 's/dense<\[0, 1, 2, /dense<[2, 1, 2, /' %t.parts > %t.later
// RUN: not cmp -s %t.parts %t.later
// RUN: not sdyc verify --quiet %s %t.later | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/ 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\]> : tensor<16xi64>/ 4, 7, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi64>/' %t.parts > %t.padding
// RUN: not cmp -s %t.parts %t.padding
// RUN: not sdyc verify --quiet %s %t.padding | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=16]>
func.func @main(%a: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %least) <{window_dimensions = array<i64: 6, 1>, padding = dense<[[5, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6x3xf32>, tensor<f32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}
