// Places of sorts that all read alike: a rank finds these alone, also where the place is computed of constants.
// RUN: sdyc kernels --ranks=8 %s | FileCheck %s
// CHECK-COUNT-3: route window
// CHECK-NOT: route
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<20480xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %b: tensor<20480xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %c: tensor<3x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}) -> (tensor<f32>, tensor<1xi32>, tensor<3x10xbf16>) {
  // The middle of two, 20479 / 2.
  %sorted = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<20480xf32>) -> tensor<20480xf32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %all = stablehlo.constant dense<20480.0> : tensor<f32>
  %last = stablehlo.subtract %all, %one : tensor<f32>
  %middle = stablehlo.multiply %half, %last : tensor<f32>
  %below = stablehlo.floor %middle : tensor<f32>
  %above = stablehlo.ceil %middle : tensor<f32>
  %low = stablehlo.clamp %none, %below, %last : tensor<f32>
  %high = stablehlo.clamp %none, %above, %last : tensor<f32>
  %lowi = stablehlo.convert %low : (tensor<f32>) -> tensor<i32>
  %highi = stablehlo.convert %high : (tensor<f32>) -> tensor<i32>
  %lows = stablehlo.reshape %lowi : (tensor<i32>) -> tensor<1xi32>
  %highs = stablehlo.reshape %highi : (tensor<i32>) -> tensor<1xi32>
  %l = "stablehlo.gather"(%sorted, %lows) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<20480xf32>, tensor<1xi32>) -> tensor<f32>
  %h = "stablehlo.gather"(%sorted, %highs) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> : (tensor<20480xf32>, tensor<1xi32>) -> tensor<f32>
  %sum = stablehlo.add %l, %h : tensor<f32>
  %median = stablehlo.multiply %sum, %half : tensor<f32>
  // Where the 7000th number lies.
  %place = stablehlo.iota dim = 0 : tensor<20480xi32>
  %seven = stablehlo.constant dense<777> : tensor<20480xi32>
  %mod = stablehlo.remainder %b, %seven : tensor<20480xi32>
  %s:2 = "stablehlo.sort"(%mod, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %p1: tensor<i32>, %q1: tensor<i32>):
    %r = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<20480xi32>, tensor<20480xi32>) -> (tensor<20480xi32>, tensor<20480xi32>)
  %kth = stablehlo.slice %s#1 [7000:7001] : (tensor<20480xi32>) -> tensor<1xi32>
  // The ten greatest of each line.
  %rows = "stablehlo.sort"(%c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %r = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<3x4096xbf16>) -> tensor<3x4096xbf16>
  %ten = stablehlo.slice %rows [0:3, 4086:4096] : (tensor<3x4096xbf16>) -> tensor<3x10xbf16>
  return %median, %kth, %ten : tensor<f32>, tensor<1xi32>, tensor<3x10xbf16>
}
