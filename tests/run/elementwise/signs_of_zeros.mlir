// A row that one device looks up and the others add nothing to keeps the signs of its zeros, those of both parts of
// complex numbers too: the others added zeros, which made minus zero zero. So does what becomes a sum over devices and
// is one value again, and what one device alone computes.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --storage=private --jit=cc
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
func.func public @main() {
  %t = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<[-0.0, 1.0, -0.0, 0.0]> : tensor<4xf32>
  %z = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<[(-0.0, -0.0), (-0.0, 1.0), (2.0, -0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<4xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %1, dense<[0x80000000, 0x3F800000, 0x80000000, 0]> : tensor<4xui32>
  %2 = "stablehlo.gather"(%z, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<4xcomplex<f32>>, tensor<4x1xi32>) -> tensor<4xcomplex<f32>>
  %3 = stablehlo.real %2 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %4 = stablehlo.bitcast_convert %3 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %4, dense<[0x80000000, 0x80000000, 0x40000000, 0]> : tensor<4xui32>
  %5 = stablehlo.imag %2 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %6 = stablehlo.bitcast_convert %5 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %6, dense<[0x80000000, 0x3F800000, 0x80000000, 0]> : tensor<4xui32>
  %7 = stablehlo.negate %0 : tensor<4xf32>
  %8 = sdy.reshard %7 <@mesh, [{}], unreduced={"x"}> : tensor<4xf32>
  %9 = sdy.reshard %8 <@mesh, [{}]> : tensor<4xf32>
  %10 = stablehlo.bitcast_convert %9 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %10, dense<[0, 0xBF800000, 0, 0x80000000]> : tensor<4xui32>
  %11 = sdy.reshard %t <@mesh, [{"x"}]> : tensor<4xf32>
  %12 = sdy.reshard %11 <@mesh, [{}], unreduced={"x"}> : tensor<4xf32>
  %13 = sdy.reshard %12 <@mesh, [{}]> : tensor<4xf32>
  %14 = stablehlo.bitcast_convert %13 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %14, dense<[0x80000000, 0x3F800000, 0x80000000, 0]> : tensor<4xui32>
  %15 = stablehlo.negate %7 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<4xf32>
  %16 = sdy.reshard %15 <@mesh, [{}]> : tensor<4xf32>
  %17 = stablehlo.bitcast_convert %16 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %17, dense<[0x80000000, 0x3F800000, 0x80000000, 0]> : tensor<4xui32>
  return
}
