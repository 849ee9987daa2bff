// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=3, "b"=5, "model"=4, "d"=6]>
func.func private @f0(%v6: tensor<8x4xf32>) -> (tensor<2x4x4xf32>, tensor<6x1xf32>) {
  %v8 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> (tensor<2x4x4xi32>)
  %v9 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly", has_side_effect = true}> : () -> (tensor<2x4x4xf32>)
  %v11 = "stablehlo.constant"() <{value = dense<1.0> : tensor<6x1xf32>}> : () -> (tensor<6x1xf32>)
  %v12:3 = "stablehlo.optimization_barrier"(%v8, %v11, %v9) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>, <@mesh, [{}, {"b"}], unreduced={"a", "model", "d"}>, <@mesh, [{}, {}, {}]>]>} : (tensor<2x4x4xi32>, tensor<6x1xf32>, tensor<2x4x4xf32>) -> (tensor<2x4x4xi32>, tensor<6x1xf32>, tensor<2x4x4xf32>)
  "func.return"(%v9, %v11) : (tensor<2x4x4xf32>, tensor<6x1xf32>) -> ()
}
func.func public @main(%lifted_v5: tensor<8x4xf32>) -> () {
  %v13:2 = "func.call"(%lifted_v5) <{callee = @f0}> : (tensor<8x4xf32>) -> (tensor<2x4x4xf32>, tensor<6x1xf32>)
  "func.return"() : () -> ()
}
