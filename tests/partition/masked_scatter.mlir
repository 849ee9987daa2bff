// Updates of rows in parts: each device writes those that fall into its part, and nothing moves.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=2, "y"=3]>

func.func public @main() {
  %flat = stablehlo.iota dim = 0 : tensor<24xi32>
  %table = stablehlo.reshape %flat : (tensor<24xi32>) -> tensor<6x4xi32>
  %by2 = sdy.sharding_constraint %table <@mesh, [{"x"}, {}]> : tensor<6x4xi32>
  %by32 = sdy.sharding_constraint %table <@mesh, [{"y"}, {"x"}]> : tensor<6x4xi32>
  %whole = sdy.sharding_constraint %table <@mesh, [{}, {}]> : tensor<6x4xi32>

  // Rows are replaced; those that are none are dropped, before the first and behind the last.
  %i = stablehlo.constant dense<[5, 0, 3, 6, -1]> : tensor<5xi32>
  %rows = stablehlo.iota dim = 0 : tensor<5x4xi32>
  %0 = "stablehlo.scatter"(%by2, %i, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<5xi32>, tensor<5x4xi32>) -> tensor<6x4xi32>
  check.expect_eq_const %0, dense<[[1, 1, 1, 1], [4, 5, 6, 7], [8, 9, 10, 11], [2, 2, 2, 2], [16, 17, 18, 19], [0, 0, 0, 0]]> : tensor<6x4xi32>

  // Both dimensions in parts; the whole columns are theirs.
  %1 = "stablehlo.scatter"(%by32, %i, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<5xi32>, tensor<5x4xi32>) -> tensor<6x4xi32>
  check.expect_eq_const %1, dense<[[1, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]> : tensor<6x4xi32>

  // Elements by two indices, twice the same.
  %ij = stablehlo.constant dense<[[5, 3], [0, 0], [2, 1], [5, 3], [4, 4]]> : tensor<5x2xi64>
  %ones = stablehlo.constant dense<100> : tensor<5xi32>
  %2 = "stablehlo.scatter"(%by32, %ij, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<5x2xi64>, tensor<5xi32>) -> tensor<6x4xi32>
  check.expect_eq_const %2, dense<[[100, 1, 2, 3], [4, 5, 6, 7], [8, 109, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 223]]> : tensor<6x4xi32>

  // An index of a byte less where a part begins must not come round.
  %long = stablehlo.constant dense<0> : tensor<300xi32>
  %cut = sdy.sharding_constraint %long <@mesh, [{"x"}]> : tensor<300xi32>
  %bytes = stablehlo.constant dense<[-128, -1, 5, 127]> : tensor<4xi8>
  %four = stablehlo.constant dense<1> : tensor<4xi32>
  %3 = "stablehlo.scatter"(%cut, %bytes, %four) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<300xi32>, tensor<4xi8>, tensor<4xi32>) -> tensor<300xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sum, dense<2> : tensor<i32>

  // Two inputs, updated together by one index.
  %lone = stablehlo.constant dense<4> : tensor<i32>
  %vector = stablehlo.iota dim = 0 : tensor<6xi32>
  %cut6 = sdy.sharding_constraint %vector <@mesh, [{"y"}]> : tensor<6xi32>
  %reals = stablehlo.iota dim = 0 : tensor<6xf32>
  %cut6r = sdy.sharding_constraint %reals <@mesh, [{"y"}]> : tensor<6xf32>
  %new = stablehlo.constant dense<70> : tensor<i32>
  %newr = stablehlo.constant dense<0.5> : tensor<f32>
  %4:2 = "stablehlo.scatter"(%cut6, %cut6r, %lone, %new, %newr) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
    %m = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %m, %d : tensor<i32>, tensor<f32>
  }) : (tensor<6xi32>, tensor<6xf32>, tensor<i32>, tensor<i32>, tensor<f32>) -> (tensor<6xi32>, tensor<6xf32>)
  check.expect_eq_const %4#0, dense<[0, 1, 2, 3, 74, 5]> : tensor<6xi32>
  check.expect_eq_const %4#1, dense<[0.0, 1.0, 2.0, 3.0, 0.5, 5.0]> : tensor<6xf32>

  // No index moves along the rows: they are those of the first device.
  %columns = stablehlo.constant dense<[3, 1, 4]> : tensor<3xi32>
  %three = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi32>
  %5 = "stablehlo.scatter"(%by2, %columns, %three) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<6x4xi32>
  check.expect_eq_const %5, dense<[[0, 8, 2, 7], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]> : tensor<6x4xi32>
  return
}
