// Indices are compared as the numbers they are: what was wrong is that the largest ui64 read element 0,
// and that the last position was taken modulo the size of narrow index types.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<300xi32>
  %huge = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %past = stablehlo.constant dense<9223372036854775808> : tensor<ui64>
  %huge1 = stablehlo.constant dense<[[18446744073709551615], [9223372036854775808], [5]]> : tensor<3x1xui64>
  %byte = stablehlo.constant dense<255> : tensor<ui8>
  %byte1 = stablehlo.constant dense<[[255], [7]]> : tensor<2x1xui8>
  %low = stablehlo.constant dense<-128> : tensor<i8>
  %high = stablehlo.constant dense<127> : tensor<i8>
  %high1 = stablehlo.constant dense<[[127], [-1]]> : tensor<2x1xi8>

  // Gathers and slices take the last that there is.
  %0 = "stablehlo.gather"(%n, %huge1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xi32>, tensor<3x1xui64>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[299, 299, 5]> : tensor<3xi32>
  %1 = "stablehlo.gather"(%n, %byte1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<300xi32>, tensor<2x1xui8>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[255, 7]> : tensor<2xi32>
  %2 = stablehlo.dynamic_slice %n, %huge, sizes = [2] : (tensor<300xi32>, tensor<ui64>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[298, 299]> : tensor<2xi32>
  %3 = stablehlo.dynamic_slice %n, %byte, sizes = [2] : (tensor<300xi32>, tensor<ui8>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[255, 256]> : tensor<2xi32>
  %4 = stablehlo.dynamic_slice %n, %high, sizes = [2] : (tensor<300xi32>, tensor<i8>) -> tensor<2xi32>
  check.expect_eq_const %4, dense<[127, 128]> : tensor<2xi32>
  %5 = stablehlo.dynamic_slice %n, %low, sizes = [2] : (tensor<300xi32>, tensor<i8>) -> tensor<2xi32>
  check.expect_eq_const %5, dense<[0, 1]> : tensor<2xi32>

  // So do updates; a scatter leaves out what is out of bounds.
  %u = stablehlo.constant dense<-7> : tensor<1xi32>
  %6 = stablehlo.dynamic_update_slice %n, %u, %past : (tensor<300xi32>, tensor<1xi32>, tensor<ui64>) -> tensor<300xi32>
  %7 = stablehlo.slice %6 [297:300] : (tensor<300xi32>) -> tensor<3xi32>
  check.expect_eq_const %7, dense<[297, 298, -7]> : tensor<3xi32>
  %8 = stablehlo.dynamic_update_slice %n, %u, %high : (tensor<300xi32>, tensor<1xi32>, tensor<i8>) -> tensor<300xi32>
  %9 = stablehlo.slice %8 [126:129] : (tensor<300xi32>) -> tensor<3xi32>
  check.expect_eq_const %9, dense<[126, -7, 128]> : tensor<3xi32>
  %10 = stablehlo.dynamic_update_slice %n, %u, %byte : (tensor<300xi32>, tensor<1xi32>, tensor<ui8>) -> tensor<300xi32>
  %11 = stablehlo.slice %10 [254:257] : (tensor<300xi32>) -> tensor<3xi32>
  check.expect_eq_const %11, dense<[254, -7, 256]> : tensor<3xi32>
  %v = stablehlo.constant dense<[-1, -2, -3]> : tensor<3xi32>
  %12 = "stablehlo.scatter"(%n, %huge1, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<300xi32>, tensor<3x1xui64>, tensor<3xi32>) -> tensor<300xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %13 = stablehlo.slice %12 [4:7] : (tensor<300xi32>) -> tensor<3xi32>
  check.expect_eq_const %13, dense<[4, -3, 6]> : tensor<3xi32>
  %14 = stablehlo.slice %12 [299:300] : (tensor<300xi32>) -> tensor<1xi32>
  check.expect_eq_const %14, dense<[299]> : tensor<1xi32>
  %w = stablehlo.constant dense<[-1, -2]> : tensor<2xi32>
  %15 = "stablehlo.scatter"(%n, %byte1, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<300xi32>, tensor<2x1xui8>, tensor<2xi32>) -> tensor<300xi32>
  %16 = stablehlo.slice %15 [254:257] : (tensor<300xi32>) -> tensor<3xi32>
  check.expect_eq_const %16, dense<[254, -1, 256]> : tensor<3xi32>
  %17 = "stablehlo.scatter"(%n, %high1, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<300xi32>, tensor<2x1xi8>, tensor<2xi32>) -> tensor<300xi32>
  %18 = stablehlo.slice %17 [126:129] : (tensor<300xi32>) -> tensor<3xi32>
  check.expect_eq_const %18, dense<[126, -1, 128]> : tensor<3xi32>
  return
}
