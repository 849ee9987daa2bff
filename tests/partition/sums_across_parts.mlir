// A scatter whose result is in the first 2 of 6 parts, and whose updates are in the other 2 of 6: groups of the ones hold
// different parts of the other, and were summed all the same.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
sdy.mesh @mesh = <["x"=6]>
// CHECK-LABEL: func @main
// CHECK: stablehlo.scatter
// CHECK-NOT: all_reduce
// CHECK: return
func.func @main(%a: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}]>}, %i: tensor<12x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(3)2}, {}]>}, %u: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(3)2}]>}) -> (tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}]>}) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)2}]>]>} : (tensor<12xi32>, tensor<12x1xi32>, tensor<12xi32>) -> tensor<12xi32>
  return %0 : tensor<12xi32>
}
