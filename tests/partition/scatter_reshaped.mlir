// Places that have another shape than the windows are scattered where they stand after it: no window has rows of its own.
// RUN: sdyc partition %s | FileCheck %s
// CHECK: "stablehlo.scatter"{{.*}}<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%x: tensor<16x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>)
    -> (tensor<16x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %least = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %rows = stablehlo.iota dim = 0 : tensor<16x8xi32>
  %cols = stablehlo.iota dim = 1 : tensor<16x8xi32>
  %0:3 = "stablehlo.reduce_window"(%x, %rows, %cols, %least, %none, %none) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>, %e: tensor<i32>, %f: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %d : tensor<i1>, tensor<i32>
    %3 = stablehlo.select %1, %b, %e : tensor<i1>, tensor<i32>
    %4 = stablehlo.select %1, %c, %f : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3, %4 : tensor<i32>, tensor<i32>, tensor<i32>
  }) : (tensor<16x8xi32>, tensor<16x8xi32>, tensor<16x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>)
  %5 = stablehlo.reshape %0#1 : (tensor<8x4xi32>) -> tensor<4x8x1xi32>
  %6 = stablehlo.reshape %0#2 : (tensor<8x4xi32>) -> tensor<4x8x1xi32>
  %7 = stablehlo.concatenate %5, %6, dim = 2 : (tensor<4x8x1xi32>, tensor<4x8x1xi32>) -> tensor<4x8x2xi32>
  %8 = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<16x8xi32>
  %9 = "stablehlo.scatter"(%8, %7, %g) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %10 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %10 : tensor<i32>
  }) : (tensor<16x8xi32>, tensor<4x8x2xi32>, tensor<4x8xi32>) -> tensor<16x8xi32>
  return %9 : tensor<16x8xi32>
}
