// Greatest and least numbers at computed places, with NaN and zeros of both signs, as maximum and minimum have them.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  %t = stablehlo.constant dense<[1.0, -0.0, 0.0, 0x7FC00000, 5.0, -3.0, 0.0, -0.0]> : tensor<8xf32>
  %u = stablehlo.constant dense<[2.0, 0.0, -0.0, 1.0, 0x7FC00000, -4.0, 0.0, -0.0]> : tensor<8xf32>
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %held = stablehlo.optimization_barrier %i : tensor<8xi32>
  %at = stablehlo.reshape %held : (tensor<8xi32>) -> tensor<8x1xi32>
  %most = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<8xf32>
  %least = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<8xf32>
  %most_bits = stablehlo.bitcast_convert %most : (tensor<8xf32>) -> tensor<8xi32>
  %least_bits = stablehlo.bitcast_convert %least : (tensor<8xf32>) -> tensor<8xi32>
  %max = stablehlo.constant dense<[2.0, 0.0, 0.0, 0x7FC00000, 0x7FC00000, -3.0, 0.0, -0.0]> : tensor<8xf32>
  %min = stablehlo.constant dense<[1.0, -0.0, -0.0, 0x7FC00000, 0x7FC00000, -4.0, 0.0, -0.0]> : tensor<8xf32>
  %max_bits = stablehlo.bitcast_convert %max : (tensor<8xf32>) -> tensor<8xi32>
  %min_bits = stablehlo.bitcast_convert %min : (tensor<8xf32>) -> tensor<8xi32>
  check.expect_eq %most_bits, %max_bits : tensor<8xi32>
  check.expect_eq %least_bits, %min_bits : tensor<8xi32>
  return
}
