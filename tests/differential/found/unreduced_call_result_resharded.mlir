// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=6, "b"=7, "model"=8]>
func.func public @main() -> () {
  %v13:2 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly"}> : () -> (tensor<i32>, tensor<4x16xf32>)
  %v28 = "func.call"(%v13#1) <{callee = @f0}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}], unreduced={"a"}>]>} : (tensor<4x16xf32>) -> (tensor<4x4xf32>)
  "func.return"() : () -> ()
}
func.func private @f0(%v14: tensor<4x16xf32>) -> (tensor<4x4xf32>) {
  %v27 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly"}> : () -> (tensor<4x4xf32>)
  "func.return"(%v27) : (tensor<4x4xf32>) -> ()
}
