// Numbers of 2, 4, 6 and 8 bits in every family of operations: reductions, products, sorts, gathers, scatters,
// pads, windows, other types of the same bits.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
func.func public @main() {
  %f4E2M1FN:13 = call @of_f4E2M1FN() : () -> (tensor<2xf4E2M1FN>, tensor<2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf32>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<3x3xf4E2M1FN>, tensor<2x2xui4>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>)
  check.expect_eq_const %f4E2M1FN#0, dense<[2.0, 3.0]> : tensor<2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#1, dense<[2.0, 4.0]> : tensor<2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#2, dense<[[4.0, 4.0], [2.0, 6.0]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#3, dense<[[4.5, 5.0], [2.5, 9.5]]> : tensor<2x2xf32>
  check.expect_eq_const %f4E2M1FN#4, dense<[[2.0, 0.5], [1.0, 3.0]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#5, dense<[[1.0, 2.0], [0.5, 3.0]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#6, dense<[[2.0, 1.0], [3.0, 0.5]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#7, dense<[[0.5, 3.0], [2.0, 1.0]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#8, dense<[[2.0, 4.0], [2.0, 4.0]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#9, dense<[[0.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.5, 3.0, 0.0]]> : tensor<3x3xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#10, dense<[[4, 2], [1, 5]]> : tensor<2x2xui4>
  check.expect_eq_const %f4E2M1FN#11, dense<[[2.0, 3.0], [0.5, 4.0]]> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %f4E2M1FN#12, dense<[[6.0, 3.0], [1.5, 6.0]]> : tensor<2x2xf4E2M1FN>
  %f6E3M2FN:13 = call @of_f6E3M2FN() : () -> (tensor<2xf6E3M2FN>, tensor<2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf32>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<3x3xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>)
  check.expect_eq_const %f6E3M2FN#0, dense<[2.0, 3.0]> : tensor<2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#1, dense<[2.5, 4.0]> : tensor<2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#2, dense<[[4.0, 5.0], [2.5, 10.0]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#3, dense<[[4.5, 5.0], [2.5, 9.5]]> : tensor<2x2xf32>
  check.expect_eq_const %f6E3M2FN#4, dense<[[2.0, 0.5], [1.0, 3.0]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#5, dense<[[1.0, 2.0], [0.5, 3.0]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#6, dense<[[2.0, 1.0], [3.0, 0.5]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#7, dense<[[0.5, 3.0], [2.0, 1.0]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#8, dense<[[2.5, 4.0], [2.5, 4.0]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#9, dense<[[0.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.5, 3.0, 0.0]]> : tensor<3x3xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#10, dense<[[2.0, 1.0], [0.5, 3.0]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#11, dense<[[2.0, 3.0], [0.5, 3.5]]> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %f6E3M2FN#12, dense<[[7.0, 2.5], [1.75, 20.0]]> : tensor<2x2xf6E3M2FN>
  %f8E3M4:13 = call @of_f8E3M4() : () -> (tensor<2xf8E3M4>, tensor<2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf32>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<3x3xf8E3M4>, tensor<2x2xui8>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>)
  check.expect_eq_const %f8E3M4#0, dense<[2.0, 3.0]> : tensor<2xf8E3M4>
  check.expect_eq_const %f8E3M4#1, dense<[2.5, 4.0]> : tensor<2xf8E3M4>
  check.expect_eq_const %f8E3M4#2, dense<[[4.5, 5.0], [2.5, 9.5]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %f8E3M4#3, dense<[[4.5, 5.0], [2.5, 9.5]]> : tensor<2x2xf32>
  check.expect_eq_const %f8E3M4#4, dense<[[2.0, 0.5], [1.0, 3.0]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %f8E3M4#5, dense<[[1.0, 2.0], [0.5, 3.0]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %f8E3M4#6, dense<[[2.0, 1.0], [3.0, 0.5]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %f8E3M4#7, dense<[[0.5, 3.0], [2.0, 1.0]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %f8E3M4#8, dense<[[2.5, 4.0], [2.5, 4.0]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %f8E3M4#9, dense<[[0.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.5, 3.0, 0.0]]> : tensor<3x3xf8E3M4>
  check.expect_eq_const %f8E3M4#10, dense<[[64, 48], [32, 72]]> : tensor<2x2xui8>
  check.expect_eq_const %f8E3M4#11, dense<[[2.0, 3.0], [0.5, 3.5]]> : tensor<2x2xf8E3M4>
  check.expect_eq_const %f8E3M4#12, dense<[[7.5, 2.75], [1.625, 0x70]]> : tensor<2x2xf8E3M4>
  %f8E4M3FNUZ:13 = call @of_f8E4M3FNUZ() : () -> (tensor<2xf8E4M3FNUZ>, tensor<2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf32>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<3x3xf8E4M3FNUZ>, tensor<2x2xui8>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>)
  check.expect_eq_const %f8E4M3FNUZ#0, dense<[2.0, 3.0]> : tensor<2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#1, dense<[2.5, 4.0]> : tensor<2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#2, dense<[[4.5, 5.0], [2.5, 10.0]]> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#3, dense<[[4.5, 5.0], [2.5, 9.5]]> : tensor<2x2xf32>
  check.expect_eq_const %f8E4M3FNUZ#4, dense<[[2.0, 0.5], [1.0, 3.0]]> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#5, dense<[[1.0, 2.0], [0.5, 3.0]]> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#6, dense<[[2.0, 1.0], [3.0, 0.5]]> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#7, dense<[[0.5, 3.0], [2.0, 1.0]]> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#8, dense<[[2.5, 4.0], [2.5, 4.0]]> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#9, dense<[[0.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.5, 3.0, 0.0]]> : tensor<3x3xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#10, dense<[[72, 64], [56, 76]]> : tensor<2x2xui8>
  check.expect_eq_const %f8E4M3FNUZ#11, dense<[[2.0, 3.0], [0.5, 3.5]]> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %f8E4M3FNUZ#12, dense<[[7.5, 2.75], [1.625, 20.0]]> : tensor<2x2xf8E4M3FNUZ>
  %f8E8M0FNU:13 = call @of_f8E8M0FNU() : () -> (tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf32>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<3x3xf8E8M0FNU>, tensor<2x2xui8>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>)
  check.expect_eq_const %f8E8M0FNU#0, dense<[2.0, 4.0]> : tensor<2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#1, dense<[4.0, 8.0]> : tensor<2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#2, dense<[[4.0, 8.0], [4.0, 16.0]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#3, dense<[[4.5, 6.0], [3.0, 16.5]]> : tensor<2x2xf32>
  check.expect_eq_const %f8E8M0FNU#4, dense<[[2.0, 0.5], [1.0, 4.0]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#5, dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#6, dense<[[2.0, 1.0], [4.0, 0.5]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#7, dense<[[0.5, 4.0], [2.0, 1.0]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#8, dense<[[2.0, 4.0], [2.0, 4.0]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#9, dense<[[1.0, 1.0, 1.0], [2.0, 1.0, 1.0], [0.5, 4.0, 1.0]]> : tensor<3x3xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#10, dense<[[128, 127], [126, 129]]> : tensor<2x2xui8>
  check.expect_eq_const %f8E8M0FNU#11, dense<[[4.0, 4.0], [2.0, 4.0]]> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %f8E8M0FNU#12, dense<[[8.0, 2.0], [2.0, 64.0]]> : tensor<2x2xf8E8M0FNU>
  %i2:13 = call @of_i2() : () -> (tensor<2xi2>, tensor<2xi2>, tensor<2x2xi2>, tensor<2x2xi32>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<3x3xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>)
  check.expect_eq_const %i2#0, dense<[1, 1]> : tensor<2xi2>
  check.expect_eq_const %i2#1, dense<[-2, 1]> : tensor<2xi2>
  check.expect_eq_const %i2#2, dense<[[1, 0], [-2, 1]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#3, dense<[[1, 0], [2, 1]]> : tensor<2x2xi32>
  check.expect_eq_const %i2#4, dense<[[1, 1], [0, 1]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#5, dense<[[0, 1], [1, 1]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#6, dense<[[1, 0], [1, 1]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#7, dense<[[1, 1], [1, 0]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#8, dense<[[-2, 1], [-2, 1]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#9, dense<[[0, 0, 0], [1, 0, 0], [1, 1, 0]]> : tensor<3x3xi2>
  check.expect_eq_const %i2#10, dense<[[1, 0], [1, 1]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#11, dense<[[1, 1], [1, -2]]> : tensor<2x2xi2>
  check.expect_eq_const %i2#12, dense<[[1, 0], [1, 1]]> : tensor<2x2xi2>
  %ui2:13 = call @of_ui2() : () -> (tensor<2xui2>, tensor<2xui2>, tensor<2x2xui2>, tensor<2x2xi32>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<3x3xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>)
  check.expect_eq_const %ui2#0, dense<[1, 1]> : tensor<2xui2>
  check.expect_eq_const %ui2#1, dense<[2, 1]> : tensor<2xui2>
  check.expect_eq_const %ui2#2, dense<[[1, 0], [2, 1]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#3, dense<[[1, 0], [2, 1]]> : tensor<2x2xi32>
  check.expect_eq_const %ui2#4, dense<[[1, 1], [0, 1]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#5, dense<[[0, 1], [1, 1]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#6, dense<[[1, 0], [1, 1]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#7, dense<[[1, 1], [1, 0]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#8, dense<[[2, 1], [2, 1]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#9, dense<[[0, 0, 0], [1, 0, 0], [1, 1, 0]]> : tensor<3x3xui2>
  check.expect_eq_const %ui2#10, dense<[[1, 0], [1, 1]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#11, dense<[[1, 1], [1, 2]]> : tensor<2x2xui2>
  check.expect_eq_const %ui2#12, dense<[[1, 0], [1, 1]]> : tensor<2x2xui2>
  %i4:13 = call @of_i4() : () -> (tensor<2xi4>, tensor<2xi4>, tensor<2x2xi4>, tensor<2x2xi32>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<3x3xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>)
  check.expect_eq_const %i4#0, dense<[1, 1]> : tensor<2xi4>
  check.expect_eq_const %i4#1, dense<[2, 1]> : tensor<2xi4>
  check.expect_eq_const %i4#2, dense<[[1, 0], [2, 1]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#3, dense<[[1, 0], [2, 1]]> : tensor<2x2xi32>
  check.expect_eq_const %i4#4, dense<[[1, 1], [0, 1]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#5, dense<[[0, 1], [1, 1]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#6, dense<[[1, 0], [1, 1]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#7, dense<[[1, 1], [1, 0]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#8, dense<[[2, 1], [2, 1]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#9, dense<[[0, 0, 0], [1, 0, 0], [1, 1, 0]]> : tensor<3x3xi4>
  check.expect_eq_const %i4#10, dense<[[1, 0], [1, 1]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#11, dense<[[1, 1], [1, 2]]> : tensor<2x2xi4>
  check.expect_eq_const %i4#12, dense<[[1, 0], [1, 1]]> : tensor<2x2xi4>
  return
}
func.func private @of_f4E2M1FN() -> (tensor<2xf4E2M1FN>, tensor<2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf32>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<3x3xf4E2M1FN>, tensor<2x2xui4>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>) {
  %a = stablehlo.constant dense<[[2.0, 1.0], [0.5, 3.0]]> : tensor<2x2xf4E2M1FN>
  %z = stablehlo.constant dense<0.0> : tensor<f4E2M1FN>
  %w = stablehlo.convert %a : (tensor<2x2xf4E2M1FN>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<2xf4E2M1FN>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<2xf4E2M1FN>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>) -> tensor<2x2xf4E2M1FN>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>) -> tensor<2x2xf32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xf4E2M1FN>) -> tensor<2x2xf4E2M1FN>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f4E2M1FN>, %y: tensor<f4E2M1FN>):
      %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf4E2M1FN>) -> tensor<2x2xf4E2M1FN>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f4E2M1FN>, %y: tensor<f4E2M1FN>):
      %c = stablehlo.compare GT, %x, %y : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf4E2M1FN>) -> tensor<2x2xf4E2M1FN>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xf4E2M1FN>, tensor<2x1xi32>) -> tensor<2x2xf4E2M1FN>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f4E2M1FN>, %y: tensor<f4E2M1FN>):
      %q = stablehlo.add %x, %y : tensor<f4E2M1FN>
      stablehlo.return %q : tensor<f4E2M1FN>
    }) : (tensor<2x2xf4E2M1FN>, tensor<2x1xi32>, tensor<2x2xf4E2M1FN>) -> tensor<2x2xf4E2M1FN>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<3x3xf4E2M1FN>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xf4E2M1FN>) -> tensor<2x2xui4>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f4E2M1FN>, %y: tensor<f4E2M1FN>):
      %q = stablehlo.add %x, %y : tensor<f4E2M1FN>
      stablehlo.return %q : tensor<f4E2M1FN>
    }) : (tensor<2x2xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<2x2xf4E2M1FN>
  %e = stablehlo.exponential %a : tensor<2x2xf4E2M1FN>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xf4E2M1FN>, tensor<2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf32>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>, tensor<3x3xf4E2M1FN>, tensor<2x2xui4>, tensor<2x2xf4E2M1FN>, tensor<2x2xf4E2M1FN>
}
func.func private @of_f6E3M2FN() -> (tensor<2xf6E3M2FN>, tensor<2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf32>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<3x3xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>) {
  %a = stablehlo.constant dense<[[2.0, 1.0], [0.5, 3.0]]> : tensor<2x2xf6E3M2FN>
  %z = stablehlo.constant dense<0.0> : tensor<f6E3M2FN>
  %w = stablehlo.convert %a : (tensor<2x2xf6E3M2FN>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<2xf6E3M2FN>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<2xf6E3M2FN>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>) -> tensor<2x2xf6E3M2FN>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>) -> tensor<2x2xf32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xf6E3M2FN>) -> tensor<2x2xf6E3M2FN>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f6E3M2FN>, %y: tensor<f6E3M2FN>):
      %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf6E3M2FN>) -> tensor<2x2xf6E3M2FN>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f6E3M2FN>, %y: tensor<f6E3M2FN>):
      %c = stablehlo.compare GT, %x, %y : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf6E3M2FN>) -> tensor<2x2xf6E3M2FN>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xf6E3M2FN>, tensor<2x1xi32>) -> tensor<2x2xf6E3M2FN>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f6E3M2FN>, %y: tensor<f6E3M2FN>):
      %q = stablehlo.add %x, %y : tensor<f6E3M2FN>
      stablehlo.return %q : tensor<f6E3M2FN>
    }) : (tensor<2x2xf6E3M2FN>, tensor<2x1xi32>, tensor<2x2xf6E3M2FN>) -> tensor<2x2xf6E3M2FN>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<3x3xf6E3M2FN>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xf6E3M2FN>) -> tensor<2x2xf6E3M2FN>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f6E3M2FN>, %y: tensor<f6E3M2FN>):
      %q = stablehlo.add %x, %y : tensor<f6E3M2FN>
      stablehlo.return %q : tensor<f6E3M2FN>
    }) : (tensor<2x2xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<2x2xf6E3M2FN>
  %e = stablehlo.exponential %a : tensor<2x2xf6E3M2FN>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xf6E3M2FN>, tensor<2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf32>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<3x3xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>, tensor<2x2xf6E3M2FN>
}
func.func private @of_f8E3M4() -> (tensor<2xf8E3M4>, tensor<2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf32>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<3x3xf8E3M4>, tensor<2x2xui8>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>) {
  %a = stablehlo.constant dense<[[2.0, 1.0], [0.5, 3.0]]> : tensor<2x2xf8E3M4>
  %z = stablehlo.constant dense<0.0> : tensor<f8E3M4>
  %w = stablehlo.convert %a : (tensor<2x2xf8E3M4>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf8E3M4>, tensor<f8E3M4>) -> tensor<2xf8E3M4>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf8E3M4>, tensor<f8E3M4>) -> tensor<2xf8E3M4>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>) -> tensor<2x2xf8E3M4>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>) -> tensor<2x2xf32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xf8E3M4>) -> tensor<2x2xf8E3M4>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f8E3M4>, %y: tensor<f8E3M4>):
      %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f8E3M4>, tensor<f8E3M4>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf8E3M4>) -> tensor<2x2xf8E3M4>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f8E3M4>, %y: tensor<f8E3M4>):
      %c = stablehlo.compare GT, %x, %y : (tensor<f8E3M4>, tensor<f8E3M4>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf8E3M4>) -> tensor<2x2xf8E3M4>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xf8E3M4>, tensor<2x1xi32>) -> tensor<2x2xf8E3M4>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f8E3M4>, %y: tensor<f8E3M4>):
      %q = stablehlo.add %x, %y : tensor<f8E3M4>
      stablehlo.return %q : tensor<f8E3M4>
    }) : (tensor<2x2xf8E3M4>, tensor<2x1xi32>, tensor<2x2xf8E3M4>) -> tensor<2x2xf8E3M4>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xf8E3M4>, tensor<f8E3M4>) -> tensor<3x3xf8E3M4>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xf8E3M4>) -> tensor<2x2xui8>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f8E3M4>, %y: tensor<f8E3M4>):
      %q = stablehlo.add %x, %y : tensor<f8E3M4>
      stablehlo.return %q : tensor<f8E3M4>
    }) : (tensor<2x2xf8E3M4>, tensor<f8E3M4>) -> tensor<2x2xf8E3M4>
  %e = stablehlo.exponential %a : tensor<2x2xf8E3M4>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xf8E3M4>, tensor<2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf32>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>, tensor<3x3xf8E3M4>, tensor<2x2xui8>, tensor<2x2xf8E3M4>, tensor<2x2xf8E3M4>
}
func.func private @of_f8E4M3FNUZ() -> (tensor<2xf8E4M3FNUZ>, tensor<2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf32>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<3x3xf8E4M3FNUZ>, tensor<2x2xui8>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>) {
  %a = stablehlo.constant dense<[[2.0, 1.0], [0.5, 3.0]]> : tensor<2x2xf8E4M3FNUZ>
  %z = stablehlo.constant dense<0.0> : tensor<f8E4M3FNUZ>
  %w = stablehlo.convert %a : (tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf8E4M3FNUZ>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf8E4M3FNUZ>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f8E4M3FNUZ>, %y: tensor<f8E4M3FNUZ>):
      %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf8E4M3FNUZ>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f8E4M3FNUZ>, %y: tensor<f8E4M3FNUZ>):
      %c = stablehlo.compare GT, %x, %y : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf8E4M3FNUZ>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xf8E4M3FNUZ>, tensor<2x1xi32>) -> tensor<2x2xf8E4M3FNUZ>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f8E4M3FNUZ>, %y: tensor<f8E4M3FNUZ>):
      %q = stablehlo.add %x, %y : tensor<f8E4M3FNUZ>
      stablehlo.return %q : tensor<f8E4M3FNUZ>
    }) : (tensor<2x2xf8E4M3FNUZ>, tensor<2x1xi32>, tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf8E4M3FNUZ>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<3x3xf8E4M3FNUZ>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xui8>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f8E4M3FNUZ>, %y: tensor<f8E4M3FNUZ>):
      %q = stablehlo.add %x, %y : tensor<f8E4M3FNUZ>
      stablehlo.return %q : tensor<f8E4M3FNUZ>
    }) : (tensor<2x2xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<2x2xf8E4M3FNUZ>
  %e = stablehlo.exponential %a : tensor<2x2xf8E4M3FNUZ>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xf8E4M3FNUZ>, tensor<2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf32>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>, tensor<3x3xf8E4M3FNUZ>, tensor<2x2xui8>, tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>
}
func.func private @of_f8E8M0FNU() -> (tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf32>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<3x3xf8E8M0FNU>, tensor<2x2xui8>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>) {
  %a = stablehlo.constant dense<[[2.0, 1.0], [0.5, 4.0]]> : tensor<2x2xf8E8M0FNU>
  %z = stablehlo.constant dense<1.0> : tensor<f8E8M0FNU>
  %w = stablehlo.convert %a : (tensor<2x2xf8E8M0FNU>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<2xf8E8M0FNU>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<2xf8E8M0FNU>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>) -> tensor<2x2xf32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xf8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f8E8M0FNU>, %y: tensor<f8E8M0FNU>):
      %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f8E8M0FNU>, %y: tensor<f8E8M0FNU>):
      %c = stablehlo.compare GT, %x, %y : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xf8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xf8E8M0FNU>, tensor<2x1xi32>) -> tensor<2x2xf8E8M0FNU>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f8E8M0FNU>, %y: tensor<f8E8M0FNU>):
      %q = stablehlo.add %x, %y : tensor<f8E8M0FNU>
      stablehlo.return %q : tensor<f8E8M0FNU>
    }) : (tensor<2x2xf8E8M0FNU>, tensor<2x1xi32>, tensor<2x2xf8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<3x3xf8E8M0FNU>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xf8E8M0FNU>) -> tensor<2x2xui8>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f8E8M0FNU>, %y: tensor<f8E8M0FNU>):
      %q = stablehlo.add %x, %y : tensor<f8E8M0FNU>
      stablehlo.return %q : tensor<f8E8M0FNU>
    }) : (tensor<2x2xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
  %e = stablehlo.exponential %a : tensor<2x2xf8E8M0FNU>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf32>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>, tensor<3x3xf8E8M0FNU>, tensor<2x2xui8>, tensor<2x2xf8E8M0FNU>, tensor<2x2xf8E8M0FNU>
}
func.func private @of_i2() -> (tensor<2xi2>, tensor<2xi2>, tensor<2x2xi2>, tensor<2x2xi32>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<3x3xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>) {
  %a = stablehlo.constant dense<[[1, 0], [1, 1]]> : tensor<2x2xi2>
  %z = stablehlo.constant dense<0> : tensor<i2>
  %w = stablehlo.convert %a : (tensor<2x2xi2>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xi2>, tensor<i2>) -> tensor<2xi2>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xi2>, tensor<i2>) -> tensor<2xi2>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xi2>, tensor<2x2xi2>) -> tensor<2x2xi2>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xi2>, tensor<2x2xi2>) -> tensor<2x2xi32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xi2>) -> tensor<2x2xi2>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<i2>, %y: tensor<i2>):
      %c = stablehlo.compare LT, %x, %y : (tensor<i2>, tensor<i2>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xi2>) -> tensor<2x2xi2>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<i2>, %y: tensor<i2>):
      %c = stablehlo.compare GT, %x, %y : (tensor<i2>, tensor<i2>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xi2>) -> tensor<2x2xi2>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xi2>, tensor<2x1xi32>) -> tensor<2x2xi2>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i2>, %y: tensor<i2>):
      %q = stablehlo.add %x, %y : tensor<i2>
      stablehlo.return %q : tensor<i2>
    }) : (tensor<2x2xi2>, tensor<2x1xi32>, tensor<2x2xi2>) -> tensor<2x2xi2>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xi2>, tensor<i2>) -> tensor<3x3xi2>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xi2>) -> tensor<2x2xi2>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<i2>, %y: tensor<i2>):
      %q = stablehlo.add %x, %y : tensor<i2>
      stablehlo.return %q : tensor<i2>
    }) : (tensor<2x2xi2>, tensor<i2>) -> tensor<2x2xi2>
  %e = stablehlo.popcnt %a : tensor<2x2xi2>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xi2>, tensor<2xi2>, tensor<2x2xi2>, tensor<2x2xi32>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<3x3xi2>, tensor<2x2xi2>, tensor<2x2xi2>, tensor<2x2xi2>
}
func.func private @of_ui2() -> (tensor<2xui2>, tensor<2xui2>, tensor<2x2xui2>, tensor<2x2xi32>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<3x3xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>) {
  %a = stablehlo.constant dense<[[1, 0], [1, 1]]> : tensor<2x2xui2>
  %z = stablehlo.constant dense<0> : tensor<ui2>
  %w = stablehlo.convert %a : (tensor<2x2xui2>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xui2>, tensor<ui2>) -> tensor<2xui2>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xui2>, tensor<ui2>) -> tensor<2xui2>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xui2>, tensor<2x2xui2>) -> tensor<2x2xui2>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xui2>, tensor<2x2xui2>) -> tensor<2x2xi32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xui2>) -> tensor<2x2xui2>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<ui2>, %y: tensor<ui2>):
      %c = stablehlo.compare LT, %x, %y : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xui2>) -> tensor<2x2xui2>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<ui2>, %y: tensor<ui2>):
      %c = stablehlo.compare GT, %x, %y : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xui2>) -> tensor<2x2xui2>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xui2>, tensor<2x1xi32>) -> tensor<2x2xui2>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<ui2>, %y: tensor<ui2>):
      %q = stablehlo.add %x, %y : tensor<ui2>
      stablehlo.return %q : tensor<ui2>
    }) : (tensor<2x2xui2>, tensor<2x1xi32>, tensor<2x2xui2>) -> tensor<2x2xui2>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xui2>, tensor<ui2>) -> tensor<3x3xui2>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xui2>) -> tensor<2x2xui2>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<ui2>, %y: tensor<ui2>):
      %q = stablehlo.add %x, %y : tensor<ui2>
      stablehlo.return %q : tensor<ui2>
    }) : (tensor<2x2xui2>, tensor<ui2>) -> tensor<2x2xui2>
  %e = stablehlo.popcnt %a : tensor<2x2xui2>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xui2>, tensor<2xui2>, tensor<2x2xui2>, tensor<2x2xi32>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<3x3xui2>, tensor<2x2xui2>, tensor<2x2xui2>, tensor<2x2xui2>
}
func.func private @of_i4() -> (tensor<2xi4>, tensor<2xi4>, tensor<2x2xi4>, tensor<2x2xi32>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<3x3xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>) {
  %a = stablehlo.constant dense<[[1, 0], [1, 1]]> : tensor<2x2xi4>
  %z = stablehlo.constant dense<0> : tensor<i4>
  %w = stablehlo.convert %a : (tensor<2x2xi4>) -> tensor<2x2xf32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xi4>, tensor<i4>) -> tensor<2xi4>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xi4>, tensor<i4>) -> tensor<2xi4>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xi4>, tensor<2x2xi4>) -> tensor<2x2xi4>
  %df = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xi4>, tensor<2x2xi4>) -> tensor<2x2xi32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xi4>) -> tensor<2x2xi4>
  %so = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<i4>, %y: tensor<i4>):
      %c = stablehlo.compare LT, %x, %y : (tensor<i4>, tensor<i4>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xi4>) -> tensor<2x2xi4>
  %so2 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<i4>, %y: tensor<i4>):
      %c = stablehlo.compare GT, %x, %y : (tensor<i4>, tensor<i4>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x2xi4>) -> tensor<2x2xi4>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xi4>, tensor<2x1xi32>) -> tensor<2x2xi4>
  %sc = "stablehlo.scatter"(%a, %i, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i4>, %y: tensor<i4>):
      %q = stablehlo.add %x, %y : tensor<i4>
      stablehlo.return %q : tensor<i4>
    }) : (tensor<2x2xi4>, tensor<2x1xi32>, tensor<2x2xi4>) -> tensor<2x2xi4>
  %pad = stablehlo.pad %a, %z, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xi4>, tensor<i4>) -> tensor<3x3xi4>
  %b = stablehlo.bitcast_convert %a : (tensor<2x2xi4>) -> tensor<2x2xi4>
  %cum = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<i4>, %y: tensor<i4>):
      %q = stablehlo.add %x, %y : tensor<i4>
      stablehlo.return %q : tensor<i4>
    }) : (tensor<2x2xi4>, tensor<i4>) -> tensor<2x2xi4>
  %e = stablehlo.popcnt %a : tensor<2x2xi4>
  return %m, %s, %d, %df, %t, %so, %so2, %g, %sc, %pad, %b, %cum, %e : tensor<2xi4>, tensor<2xi4>, tensor<2x2xi4>, tensor<2x2xi32>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<3x3xi4>, tensor<2x2xi4>, tensor<2x2xi4>, tensor<2x2xi4>
}
