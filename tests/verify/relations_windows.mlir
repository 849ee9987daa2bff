// Windows that are gathered are slices once it is known where they begin, value by value of an index that is held; an index of few bits is held
// to 0, too. Places beyond the range of a number are none that it is at.
// RUN: sdyc verify --quiet --seconds=0.01 %s %S/relations_windows.txt | FileCheck %s
// RUN: sed 's/%o \[2:4, 0:3\]/%o [3:5, 0:3]/' %S/relations_windows.txt > %t.window
// RUN: not sdyc verify --quiet %s %t.window | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%l \[0:2, 0:3\]/%l [1:3, 0:3]/' %S/relations_windows.txt > %t.held
// RUN: not sdyc verify --quiet %s %t.held | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%v \[0:4\]/%v [1:5]/' %S/relations_windows.txt > %t.element
// RUN: not sdyc verify --quiet %s %t.element | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/dense<false>/dense<true>/' %S/relations_windows.txt > %t.beyond
// RUN: not sdyc verify --quiet %s %t.beyond | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%o: tensor<6x4xf32>, %l: tensor<300x4xf32>, %v: tensor<6xf32>, %n: tensor<i8>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<i1>) {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %two = stablehlo.constant dense<2> : tensor<i8>
  %three = stablehlo.constant dense<3> : tensor<i8>
  %four = stablehlo.constant dense<4> : tensor<i8>
  %few = stablehlo.clamp %zero, %n, %two : tensor<i8>
  %one = stablehlo.reshape %few : (tensor<i8>) -> tensor<1xi8>
  %other = stablehlo.reshape %zero : (tensor<i8>) -> tensor<1xi8>
  %begin = stablehlo.concatenate %one, %other, dim = 0 : (tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  %0 = "stablehlo.gather"(%o, %begin) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 2, 3>}> : (tensor<6x4xf32>, tensor<2xi8>) -> tensor<2x3xf32>
  %before = stablehlo.constant dense<[-5, 0]> : tensor<2xi8>
  %1 = "stablehlo.gather"(%l, %before) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 2, 3>}> : (tensor<300x4xf32>, tensor<2xi8>) -> tensor<2x3xf32>
  %held = stablehlo.clamp %zero, %n, %three : tensor<i8>
  %all = stablehlo.broadcast_in_dim %held, dims = [] : (tensor<i8>) -> tensor<6xi8>
  %places = stablehlo.iota dim = 0 : tensor<6xi8>
  %hit = stablehlo.compare EQ, %places, %all : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  %hits = stablehlo.convert %hit : (tensor<6xi1>) -> tensor<6xf32>
  %taken = stablehlo.multiply %hits, %v : tensor<6xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%taken init: %none) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.compare GE, %held, %four : (tensor<i8>, tensor<i8>) -> tensor<i1>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<i1>
}
