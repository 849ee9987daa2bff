// What devices hold differs by more than where their parts begin: rows that are cut in the middle, windows over elements that are apart,
// constants with padding, folds over members of which the last have no part, gathers and scatters without indices. Offsets, members,
// strides and a padding that counts must not be proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.parts | FileCheck %s
// RUN: sed 's/\[15, 10, 5, 0\]/[15, 10, 6, 0]/' %t.parts > %t.offsets
// RUN: not cmp -s %t.parts %t.offsets
// RUN: not sdyc verify --quiet %s %t.offsets | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/dense<\[\[0, 2\], \[1, 3\]\]>/dense<[[2, 0], [1, 3]]>/' %t.parts > %t.members
// RUN: not cmp -s %t.parts %t.members
// RUN: not sdyc verify --quiet %s %t.members | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/\[\[0, 1\], \[1, 2\], \[2, 3\]\]/[[0, 1], [1, 3], [2, 2]]/' %t.parts > %t.pairs
// RUN: not cmp -s %t.parts %t.pairs
// RUN: not sdyc verify --quiet %s %t.pairs | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/dense<6> : tensor<i32>/dense<7> : tensor<i32>/' %t.parts > %t.padding
// RUN: not cmp -s %t.parts %t.padding
// RUN: not sdyc verify --quiet %s %t.padding | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/pad = \[\[2, 2\]\]/pad = [[1, 3]]/' %t.parts > %t.windows
// RUN: not cmp -s %t.parts %t.windows
// RUN: not sdyc verify --quiet %s %t.windows | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/1.100000e+01/1.200000e+01/' %t.parts > %t.constant
// RUN: not cmp -s %t.parts %t.constant
// RUN: not sdyc verify --quiet %s %t.constant | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/, \[0.000000e+00\], \[0.000000e+00\]\]/, [9.000000e+00], [9.000000e+00]]/' %t.parts > %t.harmless
// RUN: not cmp -s %t.parts %t.harmless
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.harmless | FileCheck %s
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<1x1x3xf32>, %u: tensor<5xf32>) -> (tensor<11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<6x1x11xf32>, tensor<5xf32>, tensor<6xf32>, tensor<6xf32>, tensor<5xf32>) {
  %flat = stablehlo.reshape %a : (tensor<6x5xf32>) -> tensor<30xf32>
  %cut = stablehlo.slice %flat [7:18] : (tensor<30xf32>) -> tensor<11xf32>
  %rows = stablehlo.reshape %a : (tensor<6x5xf32>) -> tensor<6x1x5xf32>
  %apart = stablehlo.convolution(%rows, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[2, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<6x1x5xf32>, tensor<1x1x3xf32>) -> tensor<6x1x11xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6x5xf32>, tensor<f32>) -> tensor<5xf32>
  %scale = stablehlo.constant dense<[[1.0], [2.0], [3.0], [5.0], [7.0], [11.0]]> : tensor<6x1xf32>
  %wide = stablehlo.broadcast_in_dim %scale, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x5xf32>
  %scaled = stablehlo.multiply %a, %wide : tensor<6x5xf32>
  %most = stablehlo.reduce(%scaled init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %same = "stablehlo.gather"(%most, %none) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], index_vector_dim = 0>, slice_sizes = array<i64: 6>, indices_are_sorted = false}> : (tensor<6xf32>, tensor<0xi32>) -> tensor<6xf32>
  %added = "stablehlo.scatter"(%sum, %none, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], index_vector_dim = 0>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<5xf32>, tensor<0xi32>, tensor<5xf32>) -> tensor<5xf32>
  return %cut, %apart, %sum, %most, %same, %added : tensor<11xf32>, tensor<6x1x11xf32>, tensor<5xf32>, tensor<6xf32>, tensor<6xf32>, tensor<5xf32>
}
