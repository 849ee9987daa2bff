// Indices that are the numbers of the places themselves, as those of a diagonal are. Those
// that leave the tensor are clamped as ever, and short integers that have become negative count from the end.
//
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func public @diagonal(%x: tensor<4x5x6xf32>) -> tensor<4x5xf32> {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
  %low = stablehlo.compare LT, %i, %zero, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %five = stablehlo.constant dense<5> : tensor<5xi32>
  %end = stablehlo.add %i, %five : tensor<5xi32>
  %place = stablehlo.select %low, %end, %i : tensor<5xi1>, tensor<5xi32>
  %column = stablehlo.broadcast_in_dim %place, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
  %places = stablehlo.concatenate %column, %column, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %r = "stablehlo.gather"(%x, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2],
    start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1, 1>}> : (tensor<4x5x6xf32>, tensor<5x2xi32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<120xf32>
  %b = stablehlo.reshape %n : (tensor<120xf32>) -> tensor<4x5x6xf32>
  %x = stablehlo.optimization_barrier %b : tensor<4x5x6xf32>
  %d = func.call @diagonal(%x) : (tensor<4x5x6xf32>) -> tensor<4x5xf32>
  check.expect_eq_const %d, dense<[[0.0, 7.0, 14.0, 21.0, 28.0], [30.0, 37.0, 44.0, 51.0, 58.0], [60.0, 67.0, 74.0, 81.0, 88.0], [90.0, 97.0, 104.0, 111.0, 118.0]]> : tensor<4x5xf32>

  // Places from the end, of which some are behind it: the last one is taken.
  %s = stablehlo.slice %x [0:1, 0:1, 0:6] : (tensor<4x5x6xf32>) -> tensor<1x1x6xf32>
  %row = stablehlo.reshape %s : (tensor<1x1x6xf32>) -> tensor<6xf32>
  %i = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %g = "stablehlo.gather"(%row, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<8x1xi32>) -> tensor<8xf32>
  check.expect_eq_const %g, dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 5.0]> : tensor<8xf32>
  %back = stablehlo.reverse %i, dims = [0] : tensor<8x1xi32>
  %h = "stablehlo.gather"(%row, %back) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<6xf32>, tensor<8x1xi32>) -> tensor<8xf32>
  check.expect_eq_const %h, dense<[5.0, 5.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]> : tensor<8xf32>

  // A place in each row, put there.
  %r5 = stablehlo.iota dim = 0 : tensor<5xi32>
  %columns = stablehlo.constant dense<[3, 0, 2, 2, 1]> : tensor<5xi32>
  %at = stablehlo.optimization_barrier %columns : tensor<5xi32>
  %rows1 = stablehlo.reshape %r5 : (tensor<5xi32>) -> tensor<5x1xi32>
  %at1 = stablehlo.reshape %at : (tensor<5xi32>) -> tensor<5x1xi32>
  %both = stablehlo.concatenate %rows1, %at1, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  %z = stablehlo.constant dense<0.0> : tensor<5x4xf32>
  %five = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %put = "stablehlo.scatter"(%z, %both, %five) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1],
    scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    stablehlo.return %c : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<5x4xf32>
  check.expect_eq_const %put, dense<[[0.0, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 4.0, 0.0], [0.0, 5.0, 0.0, 0.0]]> : tensor<5x4xf32>
  %got = "stablehlo.gather"(%put, %both) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1],
    start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<5x4xf32>, tensor<5x2xi32>) -> tensor<5xf32>
  check.expect_eq_const %got, dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>

  // Eight bits have no 128.
  %short = stablehlo.iota dim = 0 : tensor<130xi8>
  %none = stablehlo.constant dense<0> : tensor<130xi8>
  %gone = stablehlo.compare LT, %short, %none, SIGNED : (tensor<130xi8>, tensor<130xi8>) -> tensor<130xi1>
  %ten = stablehlo.constant dense<10> : tensor<130xi8>
  %chosen = stablehlo.select %gone, %ten, %short : tensor<130xi1>, tensor<130xi8>
  %last = stablehlo.slice %chosen [126:130] : (tensor<130xi8>) -> tensor<4xi8>
  check.expect_eq_const %last, dense<[126, 127, 10, 10]> : tensor<4xi8>
  return
}
