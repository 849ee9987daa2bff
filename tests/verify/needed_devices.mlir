// More devices than rows: what those hold that have none is not evaluated, unless others ask for it. A wrong mask, a neighbour too far,
// and devices that do not come to a sum that nobody needs are found all the same.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --evaluate %s %t.parts | FileCheck %s
// RUN: sed '0,/compare LT/ s/compare LT/compare GT/' %t.parts > %t.mask
// RUN: not cmp -s %t.parts %t.mask
// RUN: not sdyc verify --quiet --evaluate %s %t.mask | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/source_target_pairs = dense<\[\[0, 1\], /source_target_pairs = dense<[[15, 1], /' %t.parts > %t.far
// RUN: not cmp -s %t.parts %t.far
// RUN: not sdyc verify --quiet --evaluate %s %t.far | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/^    return /    %p = stablehlo.partition_id : tensor<ui32>\n    %l = stablehlo.constant dense<8> : tensor<ui32>\n    %b = stablehlo.compare GE, %p, %l : (tensor<ui32>, tensor<ui32>) -> tensor<i1>\n    %w = "stablehlo.if"(%b) ({\n      %q = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]]> : tensor<1x16xi64>}> ({\n      ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n        %z = stablehlo.add %x, %y : tensor<f32>\n        stablehlo.return %z : tensor<f32>\n      }) : (tensor<1x4xf32>) -> tensor<1x4xf32>\n      stablehlo.return %q : tensor<1x4xf32>\n    }, {\n      stablehlo.return %arg0 : tensor<1x4xf32>\n    }) : (tensor<i1>) -> tensor<1x4xf32>\n&/' %t.parts > %t.waits
// RUN: not cmp -s %t.parts %t.waits
// RUN: not sdyc verify --quiet %s %t.waits | FileCheck %s --check-prefix=WAITS
// CHECK: proved by evaluation
// WRONG: refuted
// WAITS: refuted{{.*}}waits
sdy.mesh @mesh = <["x"=16]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %least) <{padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %2 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %p = stablehlo.pad %a, %zero, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0, %p : tensor<4x4xf32>, tensor<4x4xf32>
}
