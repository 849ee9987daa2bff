// Pieces that begin where the device and a value say at once, a reshape whose sizes do not nest, and tensors without elements.
// A multiplication that becomes an addition, another place to write to, and another value that a fold of nothing begins with must
// not be proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/stablehlo.multiply/stablehlo.add/' %t.parts > %t.start
// RUN: not cmp -s %t.parts %t.start
// RUN: not sdyc verify --quiet %s %t.start | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/stablehlo.subtract/stablehlo.maximum/' %t.parts > %t.written
// RUN: not cmp -s %t.parts %t.written
// RUN: not sdyc verify --quiet %s %t.written | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/low = \[1\], high = \[2\]/low = [2], high = [1]/' %t.parts > %t.padded
// RUN: not cmp -s %t.parts %t.padded
// RUN: not sdyc verify --quiet %s %t.padded | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16x4xf32>, %s: tensor<ui32>, %b: tensor<6x4xf32>, %n: tensor<3xf32>) -> (tensor<16x4xf32>, tensor<8x3xf32>, tensor<6xf32>) {
  %0 = sdy.manual_computation(%a, %s) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<4x4xf32>, %t: tensor<ui32>) {
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %id = stablehlo.partition_id : tensor<ui32>
    %from = stablehlo.multiply %t, %id : tensor<ui32>
    %to = stablehlo.subtract %t, %id : tensor<ui32>
    %piece = stablehlo.dynamic_slice %p, %from, %zero, sizes = [2, 4] : (tensor<4x4xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x4xf32>
    %own = stablehlo.tanh %piece : tensor<2x4xf32>
    %written = stablehlo.dynamic_update_slice %p, %own, %to, %zero : (tensor<4x4xf32>, tensor<2x4xf32>, tensor<ui32>, tensor<ui32>) -> tensor<4x4xf32>
    sdy.return %written : tensor<4x4xf32>
  } : (tensor<16x4xf32>, tensor<ui32>) -> tensor<16x4xf32>
  %1 = stablehlo.reshape %b : (tensor<6x4xf32>) -> tensor<8x3xf32>
  %none = stablehlo.slice %n [1:1] : (tensor<3xf32>) -> tensor<0xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %fill = stablehlo.pad %none, %two, low = [2], high = [1], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  %sum = stablehlo.add %fill, %n : tensor<3xf32>
  %wide = stablehlo.pad %sum, %two, low = [1], high = [2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return %0, %1, %wide : tensor<16x4xf32>, tensor<8x3xf32>, tensor<6xf32>
}
