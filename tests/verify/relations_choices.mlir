// The places of the greatest and of the least element, of which each part finds its own. A part that finds the last one, others of the
// greatest, offsets of other parts, and a begin that is no part's must not be proved. Where equal elements have no order, the one that
// is taken depends on how they are folded.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: FileCheck %s --check-prefix=PARTS --input-file %t.parts
// RUN: sed '0,/LT, %arg2/ s/LT, %arg2/GT, %arg2/' %t.parts > %t.last
// RUN: not cmp -s %t.parts %t.last
// RUN: not sdyc verify --quiet %s %t.last | FileCheck %s --check-prefix=WRONG
// RUN: sed '0,/compare GT/ s/compare GT/compare LT/' %t.parts > %t.least
// RUN: not cmp -s %t.parts %t.least
// RUN: not sdyc verify --quiet %s %t.least | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[0, 8, 16, 24\]/[8, 0, 16, 24]/' %t.parts > %t.offsets
// RUN: not cmp -s %t.parts %t.offsets
// RUN: not sdyc verify --quiet %s %t.offsets | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/0xFF800000/1.0/' %t.parts > %t.begin
// RUN: not cmp -s %t.parts %t.begin
// RUN: not sdyc verify --quiet %s %t.begin | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/or %greater, %same/or %greater, %greater/' %s > %t.ties
// RUN: not cmp -s %s %t.ties
// RUN: sdyc partition %t.ties > %t.ties_parts
// RUN: sdyc verify --quiet %t.ties %t.ties_parts | FileCheck %s --check-prefix=TIES
// PARTS: all_gather
// CHECK: proved by relations
// WRONG: refuted
// TIES: proved by evaluation
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6xi32>, tensor<6xi32>) {
  %at = stablehlo.iota dim = 0 : tensor<32x6xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %most = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %least), (%at init: %zero) across dimensions = [0] : (tensor<32x6xf32>, tensor<32x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %greater = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = stablehlo.and %equal, %before : tensor<i1>
    %first = stablehlo.or %greater, %same : tensor<i1>
    %value = stablehlo.select %greater, %x, %y : tensor<i1>, tensor<f32>
    %place = stablehlo.select %first, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  %1:2 = stablehlo.reduce(%a init: %most), (%at init: %zero) across dimensions = [0] : (tensor<32x6xf32>, tensor<32x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %greater = stablehlo.compare LE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.minimum %x, %y : tensor<f32>
    %either = stablehlo.select %greater, %i, %j : tensor<i1>, tensor<i32>
    %last = stablehlo.maximum %i, %j : tensor<i32>
    %place = stablehlo.select %equal, %last, %either : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  return %0#1, %1#1 : tensor<6xi32>, tensor<6xi32>
}
