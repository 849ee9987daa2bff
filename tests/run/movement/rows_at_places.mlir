// Short rows at places that are computed: clamped indices, two tables by the same index, indices of 64 bits that are
// computed on the way, rows that others are added to.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<300xi32>
  %held = stablehlo.optimization_barrier %n : tensor<300xi32>
  %a = stablehlo.reshape %held : (tensor<300xi32>) -> tensor<100x3xi32>
  %f = stablehlo.convert %held : (tensor<300xi32>) -> tensor<300xbf16>
  %b = stablehlo.reshape %f : (tensor<300xbf16>) -> tensor<60x5xbf16>
  %i = stablehlo.iota dim = 0 : tensor<500xi32>
  %heldi = stablehlo.optimization_barrier %i : tensor<500xi32>
  %c7 = stablehlo.constant dense<7> : tensor<500xi32>
  %c131 = stablehlo.constant dense<131> : tensor<500xi32>
  %c9 = stablehlo.constant dense<9> : tensor<500xi32>
  %m = stablehlo.multiply %heldi, %c7 : tensor<500xi32>
  %r = stablehlo.remainder %m, %c131 : tensor<500xi32>
  %index = stablehlo.subtract %r, %c9 : tensor<500xi32>
  // Rows of three.
  %rows = "stablehlo.gather"(%a, %index) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<100x3xi32>, tensor<500xi32>) -> tensor<500x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<500xi32>
  %last = stablehlo.constant dense<99> : tensor<500xi32>
  %in = stablehlo.clamp %zero, %index, %last : tensor<500xi32>
  %three = stablehlo.constant dense<3> : tensor<500x3xi32>
  %begin = stablehlo.broadcast_in_dim %in, dims = [0] : (tensor<500xi32>) -> tensor<500x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<500x3xi32>
  %b3 = stablehlo.multiply %begin, %three : tensor<500x3xi32>
  %wanted = stablehlo.add %b3, %j : tensor<500x3xi32>
  check.expect_eq %rows, %wanted : tensor<500x3xi32>
  // Added to others, by wide indices, with the index itself.
  %wide = stablehlo.convert %index : (tensor<500xi32>) -> tensor<500xi64>
  %again = "stablehlo.gather"(%a, %wide) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<100x3xi32>, tensor<500xi64>) -> tensor<500x3xi32>
  %sum = stablehlo.add %again, %b3 : tensor<500x3xi32>
  %twice = stablehlo.add %wanted, %b3 : tensor<500x3xi32>
  check.expect_eq %sum, %twice : tensor<500x3xi32>
  // Rows of five of a narrow format, and of four of them.
  %five = "stablehlo.gather"(%b, %index) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<60x5xbf16>, tensor<500xi32>) -> tensor<500x4xbf16>
  %last5 = stablehlo.constant dense<59> : tensor<500xi32>
  %in5 = stablehlo.clamp %zero, %index, %last5 : tensor<500xi32>
  %c5 = stablehlo.constant dense<5> : tensor<500xi32>
  %at5 = stablehlo.multiply %in5, %c5 : tensor<500xi32>
  %begin5 = stablehlo.broadcast_in_dim %at5, dims = [0] : (tensor<500xi32>) -> tensor<500x4xi32>
  %j5 = stablehlo.iota dim = 1 : tensor<500x4xi32>
  %w5 = stablehlo.add %begin5, %j5 : tensor<500x4xi32>
  %wanted5 = stablehlo.convert %w5 : (tensor<500x4xi32>) -> tensor<500x4xbf16>
  check.expect_eq %five, %wanted5 : tensor<500x4xbf16>
  return
}
