// passes: sdy-user-priority-propagate sdyc-lower-pipeline{private-storage=true}
sdy.mesh @mesh = <["a"=8]>
sdy.mesh @same = <["a"=8]>
func.func public @main(%arg0_0: tensor<2x6x8xf32>, %arg1_1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@same, [{?}]>}, %arg2_11: tensor<1x6x4xi32>, %arg3_15: tensor<2x6x4xi32>, %arg4_16: tensor<8x24xf32>) -> (tensor<8x24xf32>, tensor<f32>) {
  %v1 = "stablehlo.is_finite"(%arg0_0) : (tensor<2x6x8xf32>) -> (tensor<2x6x8xi1>)
  %v2 = "stablehlo.broadcast_in_dim"(%arg1_1) <{broadcast_dimensions = array<i64: 0>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2, ?}p2, {?}, {?}]>]>} : (tensor<4xf32>) -> (tensor<4x8x3xf32>)
  %v3 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> (tensor<f32>)
  %v4 = "stablehlo.broadcast_in_dim"(%v3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> (tensor<8x6xf32>)
  %v5 = "stablehlo.broadcast_in_dim"(%v4) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<8x6xf32>) -> (tensor<8x12x6xf32>)
  %v6 = "stablehlo.logistic"(%v2) : (tensor<4x8x3xf32>) -> (tensor<4x8x3xf32>)
  %v7 = "stablehlo.clamp"(%v4, %v4, %v3) : (tensor<8x6xf32>, tensor<8x6xf32>, tensor<f32>) -> (tensor<8x6xf32>)
  %v8 = "stablehlo.power"(%v6, %v6) : (tensor<4x8x3xf32>, tensor<4x8x3xf32>) -> (tensor<4x8x3xf32>)
  %v11 = "sdy.manual_computation"(%v7) <{manual_axes = #sdy<manual_axes{"a"}>, in_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {?}p7]>]>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{?}, {?}]>]>}> ({
  ^bb0(%v9: tensor<8x6xf32>):
    %v10 = "stablehlo.log_plus_one"(%v9) : (tensor<8x6xf32>) -> (tensor<8x6xf32>)
    "sdy.return"(%v9) : (tensor<8x6xf32>) -> ()
  }) : (tensor<8x6xf32>) -> (tensor<8x6xf32>)
  %v12 = "stablehlo.gather"(%v7, %arg2_11) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 8, 1>, indices_are_sorted = false}> : (tensor<8x6xf32>, tensor<1x6x4xi32>) -> (tensor<8x6x4xf32>)
  %v13 = sdy.sharding_constraint %v11 <@mesh, [{"a", ?}, {?}]> : tensor<8x6xf32>
  %v14 = "stablehlo.reshape"(%arg2_11) : (tensor<1x6x4xi32>) -> (tensor<1x8x3xi32>)
  %v15 = "stablehlo.reverse"(%arg2_11) <{dimensions = array<i64>}> : (tensor<1x6x4xi32>) -> (tensor<1x6x4xi32>)
  %v16 = "stablehlo.concatenate"(%arg3_15) <{dimension = 0 : i64}> : (tensor<2x6x4xi32>) -> (tensor<2x6x4xi32>)
  %v17 = "stablehlo.custom_call"(%v3, %arg4_16) <{call_target_name = "foo"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([], [i, j])->([i, j, k]) {i=8, j=24, k=16}, custom>} : (tensor<f32>, tensor<8x24xf32>) -> (tensor<8x24x16xf32>)
  %v18 = "stablehlo.divide"(%arg4_16, %arg4_16) : (tensor<8x24xf32>, tensor<8x24xf32>) -> (tensor<8x24xf32>)
  "func.return"(%v18, %v3) : (tensor<8x24xf32>, tensor<f32>) -> ()
}
