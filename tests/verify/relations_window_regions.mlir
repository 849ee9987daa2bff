// Windows that are folded by a region of their own: another region is another function, of one tensor and of two.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/= stablehlo.abs \(%[0-9]*\) : tensor<f32>/= stablehlo.reshape \1 : (tensor<f32>) -> tensor<f32>/' %t.parts > %t.curve
// RUN: not cmp -s %t.parts %t.curve
// RUN: not sdyc verify --quiet %s %t.curve | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/stablehlo.select \(%[0-9]*\), \(%[a-z0-9]*\), \(%[a-z0-9]*\) : tensor<i1>, tensor<i32>/stablehlo.select \1, \3, \2 : tensor<i1>, tensor<i32>/' %t.parts > %t.other
// RUN: not cmp -s %t.parts %t.other
// RUN: not sdyc verify --quiet %s %t.other | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %at: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x16xf32>, tensor<8x14xf32>, tensor<8x14xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %least) <{padding = dense<[[0, 0], [15, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 16>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.maximum %x, %y : tensor<f32>
    %3 = stablehlo.subtract %x, %y : tensor<f32>
    %4 = stablehlo.abs %3 : tensor<f32>
    %5 = stablehlo.negate %4 : tensor<f32>
    %6 = stablehlo.exponential %5 : tensor<f32>
    %7 = stablehlo.log_plus_one %6 : tensor<f32>
    %8 = stablehlo.add %2, %7 : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  %1:2 = "stablehlo.reduce_window"(%a, %at, %least, %none) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
    %2 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.select %2, %x, %y : tensor<i1>, tensor<f32>
    %4 = stablehlo.select %2, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
  }) : (tensor<8x16xf32>, tensor<8x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<8x14xf32>, tensor<8x14xi32>)
  return %0, %1#0, %1#1 : tensor<8x16xf32>, tensor<8x14xf32>, tensor<8x14xi32>
}
