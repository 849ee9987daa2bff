// A window that does not fit is left out whole, on one device as on four; a part of it had been put where it fits.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
sdy.mesh @mesh = <["x"=4]>
// CHECK: proved by relations
func.func @main(%a: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<1x1xi32>, %u: tensor<4x1xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%v23: tensor<i32>, %v24: tensor<i32>):
    %v25 = stablehlo.add %v23, %v24 : tensor<i32>
    stablehlo.return %v25 : tensor<i32>
  }) : (tensor<4xi32>, tensor<1x1xi32>, tensor<4x1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
