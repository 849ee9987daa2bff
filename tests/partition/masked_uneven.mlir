// Tables, caches and sums of which the devices do not hold equal parts: what an index may reach ends where
// the tensor ends, not where the last part does.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<5xi32>
  %cut = sdy.sharding_constraint %n <@mesh, [{"x"}]> : tensor<5xi32>
  %i = stablehlo.constant dense<[7, 4, 0, -2]> : tensor<4xi32>
  %by3 = sdy.sharding_constraint %i <@mesh, [{"y"}]> : tensor<4xi32>
  %0 = "stablehlo.gather"(%cut, %by3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xi32>, tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[4, 4, 0, 0]> : tensor<4xi32>
  %m = stablehlo.iota dim = 0 : tensor<35xf32>
  %table = stablehlo.reshape %m : (tensor<35xf32>) -> tensor<5x7xf32>
  %both = sdy.sharding_constraint %table <@mesh, [{"x"}, {"y"}]> : tensor<5x7xf32>
  %ij = stablehlo.constant dense<[[9, 9], [4, 6], [1, 9]]> : tensor<3x2xi8>
  %1 = "stablehlo.gather"(%both, %ij) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x7xf32>, tensor<3x2xi8>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[34.0, 34.0, 13.0]> : tensor<3xf32>
  %two = stablehlo.constant dense<[70, 71]> : tensor<2xi32>
  %at = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.dynamic_update_slice %cut, %two, %at {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<5xi32>, tensor<2xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %2, dense<[0, 1, 2, 70, 71]> : tensor<5xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %3 = "stablehlo.reduce_window"(%cut, %zero) <{padding = dense<[[0, 4]]> : tensor<1x2xi64>, window_dimensions = array<i64: 5>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %3, dense<[10, 10, 9, 7, 4]> : tensor<5xi32>
  %new = stablehlo.constant dense<9> : tensor<4xi32>
  %j = stablehlo.constant dense<[5, 4, 0, -2]> : tensor<4xi32>
  %4 = "stablehlo.scatter"(%cut, %j, %new) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<5xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<5xi32>
  %last = stablehlo.dynamic_slice %4, %at, sizes = [1] : (tensor<5xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %last, dense<13> : tensor<1xi32>
  check.expect_eq_const %4, dense<[9, 1, 2, 3, 13]> : tensor<5xi32>
  return
}
