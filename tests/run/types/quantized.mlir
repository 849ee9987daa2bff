// Quantized operands of all kinds of operations; the first are StableHLO's own examples.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
!x = !quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>
!y = !quant.uniform<i8:f32:0, {0.1:-20, 0.2:-30}>
!q = !quant.uniform<i8:f32, 0.5:3>
!r = !quant.uniform<i8:f32, 0.25:-2>
func.func public @main() {
  %numbers = stablehlo.constant dense<[4.0, 15.0]> : tensor<2xf32>
  %quantized = stablehlo.uniform_quantize %numbers : (tensor<2xf32>) -> tensor<2x!x>
  %stored = stablehlo.bitcast_convert %quantized : (tensor<2x!x>) -> tensor<2xi8>
  check.expect_eq_const %stored, dense<10> : tensor<2xi8>
  %dequantized = stablehlo.uniform_dequantize %quantized : (tensor<2x!x>) -> tensor<2xf32>
  check.expect_almost_eq_const %dequantized, dense<[4.0, 15.0]> : tensor<2xf32>
  %again = stablehlo.uniform_quantize %quantized : (tensor<2x!x>) -> tensor<2x!y>
  %stored_again = stablehlo.bitcast_convert %again : (tensor<2x!y>) -> tensor<2xi8>
  check.expect_eq_const %stored_again, dense<[20, 45]> : tensor<2xi8>

  %a = stablehlo.constant() <{value = dense<[[1, 2, 3], [40, 50, -60]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!q>
  %z = stablehlo.constant() <{value = dense<3> : tensor<i8>}> : () -> tensor<!q>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %idx = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
  %g = "stablehlo.gather"(%a, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3x!q>, tensor<3x1xi64>) -> tensor<3x3x!q>
  %gb = stablehlo.bitcast_convert %g : (tensor<3x3x!q>) -> tensor<3x3xi8>
  check.expect_eq_const %gb, dense<[[40, 50, -60], [1, 2, 3], [40, 50, -60]]> : tensor<3x3xi8>
  %ds = stablehlo.dynamic_slice %a, %one, %zero, sizes = [1, 2] : (tensor<2x3x!q>, tensor<i64>, tensor<i64>) -> tensor<1x2x!q>
  %du = stablehlo.dynamic_update_slice %a, %ds, %zero, %one : (tensor<2x3x!q>, tensor<1x2x!q>, tensor<i64>, tensor<i64>) -> tensor<2x3x!q>
  %dub = stablehlo.bitcast_convert %du : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %dub, dense<[[1, 40, 50], [40, 50, -60]]> : tensor<2x3xi8>
  %i = stablehlo.iota dim = 0 : tensor<4x!q>
  %ib = stablehlo.bitcast_convert %i : (tensor<4x!q>) -> tensor<4xi8>
  check.expect_eq_const %ib, dense<[3, 5, 7, 9]> : tensor<4xi8>
  %f = stablehlo.is_finite %a : (tensor<2x3x!q>) -> tensor<2x3xi1>
  check.expect_eq_const %f, dense<true> : tensor<2x3xi1>
  %upd = stablehlo.constant() <{value = dense<[[9, 9, 9]]> : tensor<1x3xi8>}> : () -> tensor<1x3x!q>
  %si = stablehlo.constant dense<[[1]]> : tensor<1x1xi64>
  %s = "stablehlo.scatter"(%a, %si, %upd) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %t = stablehlo.add %x, %y : tensor<!q>
    stablehlo.return %t : tensor<!q>
  }) : (tensor<2x3x!q>, tensor<1x1xi64>, tensor<1x3x!q>) -> tensor<2x3x!q>
  %sb = stablehlo.bitcast_convert %s : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %sb, dense<[[1, 2, 3], [46, 56, -54]]> : tensor<2x3xi8>
  %m = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %t = stablehlo.add %x, %y : tensor<!q>
    %u = stablehlo.abs %t : tensor<!q>
    stablehlo.return %u : tensor<!q>
  }) : (tensor<2x3x!q>, tensor<2x3x!q>) -> tensor<2x3x!q>
  %mb = stablehlo.bitcast_convert %m : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %mb, dense<[[7, 5, 3], [77, 97, 127]]> : tensor<2x3xi8>
  %ti = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %ts = "stablehlo.torch_index_select"(%a, %ti) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x3x!q>, tensor<2xi64>) -> tensor<2x2x!q>
  %tsb = stablehlo.bitcast_convert %ts : (tensor<2x2x!q>) -> tensor<2x2xi8>
  check.expect_eq_const %tsb, dense<[[2, 1], [50, 40]]> : tensor<2x2xi8>
  %rp = stablehlo.reduce_precision %a, format = e5m2 : tensor<2x3x!q>
  %tt = stablehlo.tan %a : tensor<2x3x!q>
  %ba = chlo.broadcast_add %a, %z : (tensor<2x3x!q>, tensor<!q>) -> tensor<2x3x!q>
  %bab = stablehlo.bitcast_convert %ba : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %bab, dense<[[1, 2, 3], [40, 50, -60]]> : tensor<2x3xi8>
  %t3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!q>) -> tensor<3x2x!q>
  %e = stablehlo.einsum %a, %t3, config = "ab,bc->ac" : (tensor<2x3x!q>, tensor<3x2x!q>) -> tensor<2x2x!quant.uniform<i8:f32, 100.0>>
  %eb = stablehlo.bitcast_convert %e : (tensor<2x2x!quant.uniform<i8:f32, 100.0>>) -> tensor<2x2xi8>
  check.expect_eq_const %eb, dense<[[0, 0], [0, 19]]> : tensor<2x2xi8>
  %b = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<!q>) -> tensor<2x3x!q>
  %c = stablehlo.compare GT, %a, %b : (tensor<2x3x!q>, tensor<2x3x!q>) -> tensor<2x3xi1>
  %sel = stablehlo.select %c, %a, %b : tensor<2x3xi1>, tensor<2x3x!q>
  %selb = stablehlo.bitcast_convert %sel : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %selb, dense<[[3, 3, 3], [40, 50, 3]]> : tensor<2x3xi8>
  %p = stablehlo.constant dense<false> : tensor<i1>
  %if = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<2x3x!q>
  }, {
    %n = stablehlo.negate %a : tensor<2x3x!q>
    stablehlo.return %n : tensor<2x3x!q>
  }) : (tensor<i1>) -> tensor<2x3x!q>
  %ifb = stablehlo.bitcast_convert %if : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %ifb, dense<[[5, 4, 3], [-34, -44, 66]]> : tensor<2x3xi8>
  %d = "stablehlo.dot"(%a, %t3) : (tensor<2x3x!q>, tensor<3x2x!q>) -> tensor<2x2x!quant.uniform<i8:f32, 100.0>>
  %db = stablehlo.bitcast_convert %d : (tensor<2x2x!quant.uniform<i8:f32, 100.0>>) -> tensor<2x2xi8>
  check.expect_eq_const %db, dense<[[0, 0], [0, 19]]> : tensor<2x2xi8>
  %vz = stablehlo.constant() <{value = dense<5> : tensor<3xi8>}> : () -> tensor<3x!q>
  %bn = "stablehlo.batch_norm_inference"(%a, %vz, %vz, %vz, %vz) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3x!q>, tensor<3x!q>, tensor<3x!q>, tensor<3x!q>, tensor<3x!q>) -> tensor<2x3x!q>
  %bnb = stablehlo.bitcast_convert %bn : (tensor<2x3x!q>) -> tensor<2x3xi8>
  check.expect_eq_const %bnb, dense<[[1, 2, 3], [40, 50, -60]]> : tensor<2x3xi8>
  %w4 = stablehlo.constant() <{value = dense<[[1, 7, 2, 3], [9, 4, 5, 30]]> : tensor<2x4xi8>}> : () -> tensor<2x4x!q>
  %src = stablehlo.constant() <{value = dense<[[4, 9]]> : tensor<1x2xi8>}> : () -> tensor<1x2x!q>
  %sas = "stablehlo.select_and_scatter"(%w4, %src, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %t = stablehlo.compare GE, %x, %y : (tensor<!q>, tensor<!q>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %t = stablehlo.add %x, %y : tensor<!q>
    stablehlo.return %t : tensor<!q>
  }) : (tensor<2x4x!q>, tensor<1x2x!q>, tensor<!q>) -> tensor<2x4x!q>
  %sasb = stablehlo.bitcast_convert %sas : (tensor<2x4x!q>) -> tensor<2x4xi8>
  check.expect_eq_const %sasb, dense<[[3, 3, 3, 3], [4, 3, 3, 9]]> : tensor<2x4xi8>
  %tup = stablehlo.tuple %a, %z : tuple<tensor<2x3x!q>, tensor<!q>>
  %gte = stablehlo.get_tuple_element %tup[0] : (tuple<tensor<2x3x!q>, tensor<!q>>) -> tensor<2x3x!q>
  %ob = stablehlo.optimization_barrier %gte : tensor<2x3x!q>
  check.expect_eq %ob, %a : tensor<2x3x!q>
  return
}
