// Integers that nobody knows but by their bounds: where an update begins, held to where it fits, is looked at value by value. Places that
// are added as real numbers, a padding that is computed, and a loop whose devices have the same values along an axis are told by what
// they are made of. Limits, offsets, paddings and members that are wrong must not be proved; a permute along that axis is harmless.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.parts | FileCheck %s
// RUN: sed 's/dense<5> : tensor<i32>/dense<2> : tensor<i32>/' %t.parts > %t.limit
// RUN: not cmp -s %t.parts %t.limit
// RUN: not sdyc verify --quiet %s %t.limit | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/dense<1> : tensor<i64>/dense<0> : tensor<i64>/' %t.parts > %t.held
// RUN: not cmp -s %t.parts %t.held
// RUN: not sdyc verify --quiet %s %t.held | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/compare LT, %23/compare LE, %23/' %t.parts > %t.mask
// RUN: not cmp -s %t.parts %t.mask
// RUN: not sdyc verify --quiet %s %t.mask | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[0, 0, 4, 4\]/[0, 1, 4, 4]/' %t.parts > %t.offsets
// RUN: not cmp -s %t.parts %t.offsets
// RUN: not sdyc verify --quiet %s %t.offsets | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%arg3 \[2:3\]/%arg3 [1:2]/' %t.parts > %t.padding
// RUN: not cmp -s %t.parts %t.padding
// RUN: not sdyc verify --quiet %s %t.padding | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[\[0, 2\], \[1, 3\], \[2, 0\], \[3, 1\]\]/[[0, 1], [1, 0], [2, 3], [3, 2]]/' %t.parts > %t.members
// RUN: not cmp -s %t.parts %t.members
// RUN: not sdyc verify --quiet %s %t.members | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[\[0, 2\], \[1, 3\], \[2, 0\], \[3, 1\]\]/[[0, 3], [1, 2], [2, 1], [3, 0]]/' %t.parts > %t.harmless
// RUN: not cmp -s %t.parts %t.harmless
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.harmless | FileCheck %s
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %at: tensor<i32>, %u: tensor<3x6xf32>, %fill: tensor<4xf32>) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<9x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32>) {
  %places = stablehlo.iota dim = 0 : tensor<8x6xf32>
  %counted = stablehlo.add %places, %a : tensor<8x6xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %put = stablehlo.dynamic_update_slice %a, %u, %at, %zero : (tensor<8x6xf32>, tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
  %one = stablehlo.slice %fill [2:3] : (tensor<4xf32>) -> tensor<1xf32>
  %scalar = stablehlo.reshape %one : (tensor<1xf32>) -> tensor<f32>
  %padded = stablehlo.pad %a, %scalar, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<9x6xf32>
  %turned = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%part: tensor<4x6xf32>) {
    %i = stablehlo.constant dense<0> : tensor<i32>
    %end = stablehlo.constant dense<3> : tensor<i32>
    %step = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%k = %i, %v = %part) : tensor<i32>, tensor<4x6xf32>
    cond {
      %c = stablehlo.compare LT, %k, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %k1 = stablehlo.add %k, %step : tensor<i32>
      %p = "stablehlo.collective_permute"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
      %s = stablehlo.add %p, %v : tensor<4x6xf32>
      stablehlo.return %k1, %s : tensor<i32>, tensor<4x6xf32>
    }
    sdy.return %r#1 : tensor<4x6xf32>
  } : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %counted, %put, %padded, %turned : tensor<8x6xf32>, tensor<8x6xf32>, tensor<9x6xf32>, tensor<8x6xf32>
}
