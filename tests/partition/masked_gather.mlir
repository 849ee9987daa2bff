// Rows of a table that is sharded by rows: no device gathers the table, each looks up what it holds
// and zeros elsewhere, and the sum over devices is the result.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=2, "y"=3]>

func.func public @main() {
  %flat = stablehlo.iota dim = 0 : tensor<24xf32>
  %table = stablehlo.reshape %flat : (tensor<24xf32>) -> tensor<6x4xf32>
  %whole = sdy.sharding_constraint %table <@mesh, [{}, {}]> : tensor<6x4xf32>

  // Positions behind the last and before the first are those.
  %i = stablehlo.constant dense<[5, 0, 3, 2, 9, -1]> : tensor<6xi32>
  %by2 = sdy.sharding_constraint %table <@mesh, [{"x"}, {}]> : tensor<6x4xf32>
  %0 = "stablehlo.gather"(%by2, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
  %e0 = "stablehlo.gather"(%whole, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
  check.expect_eq %0, %e0 : tensor<6x4xf32>

  // Both dimensions in parts, three of the one; vectors of indices; a dimension of one is kept.
  %by23 = sdy.sharding_constraint %table <@mesh, [{"y"}, {"x"}]> : tensor<6x4xf32>
  %ij = stablehlo.constant dense<[[5, 3], [0, 0], [2, 1], [4, 7], [-3, 2]]> : tensor<5x2xi64>
  %1 = "stablehlo.gather"(%by23, %ij) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x4xf32>, tensor<5x2xi64>) -> tensor<5x1xf32>
  %e1 = stablehlo.constant dense<[[23.0], [0.0], [9.0], [19.0], [2.0]]> : tensor<5x1xf32>
  check.expect_eq %1, %e1 : tensor<5x1xf32>

  // The columns in parts are taken whole: their parts.
  %2 = "stablehlo.gather"(%by23, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
  check.expect_eq %2, %e0 : tensor<6x4xf32>

  // Bytes cannot count to 300: positions are wider.
  %long = stablehlo.iota dim = 0 : tensor<300xi32>
  %cut = sdy.sharding_constraint %long <@mesh, [{"y"}]> : tensor<300xi32>
  %bytes = stablehlo.constant dense<[[200], [255], [0], [99], [100]]> : tensor<5x1xui8>
  %3 = "stablehlo.gather"(%cut, %bytes) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xi32>, tensor<5x1xui8>) -> tensor<5xi32>
  check.expect_eq_const %3, dense<[200, 255, 0, 99, 100]> : tensor<5xi32>
  %signed = stablehlo.constant dense<[-100, -128, 0, 127]> : tensor<4xi8>
  %4 = "stablehlo.gather"(%cut, %signed) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xi32>, tensor<4xi8>) -> tensor<4xi32>
  check.expect_eq_const %4, dense<[0, 0, 0, 127]> : tensor<4xi32>

  // One index, a scalar; truth values add as they should.
  %one = stablehlo.constant dense<4> : tensor<i32>
  %truths = stablehlo.constant dense<[true, false, true, false, true, false]> : tensor<6xi1>
  %cut_truths = sdy.sharding_constraint %truths <@mesh, [{"x"}]> : tensor<6xi1>
  %5 = "stablehlo.gather"(%cut_truths, %one) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<6xi1>, tensor<i32>) -> tensor<i1>
  check.expect_eq_const %5, dense<true> : tensor<i1>

  // No index moves along the dimension in parts: the first device has it.
  %at = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %6 = "stablehlo.gather"(%by2, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x4xf32>, tensor<2xi32>) -> tensor<2xf32>
  check.expect_eq_const %6, dense<[3.0, 1.0]> : tensor<2xf32>

  // Batches go along with the indices.
  %columns = stablehlo.constant dense<[[0], [3], [1], [2], [0], [3]]> : tensor<6x1xi32>
  %7 = "stablehlo.gather"(%by23, %columns) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x4xf32>, tensor<6x1xi32>) -> tensor<6xf32>
  check.expect_eq_const %7, dense<[0.0, 7.0, 9.0, 14.0, 16.0, 23.0]> : tensor<6xf32>
  return
}
