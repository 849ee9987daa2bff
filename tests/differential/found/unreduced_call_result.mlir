// passes: sdy-propagation-pipeline{dedup-functions-fully=true}
sdy.mesh @mesh = <["a"=6, "b"=6, "model"=2]>
func.func public @main(%arg0_0: tensor<2x24xf32>) -> () {
  %v7:3 = "func.call"(%arg0_0, %arg0_0) <{callee = @f0}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {}]>, <@mesh, [{"b":(1)2}, {}], unreduced={"a":(1)3, "b":(2)3, "model"}>]>} : (tensor<2x24xf32>, tensor<2x24xf32>) -> (tensor<i32>, tensor<2x24xf32>, tensor<2x24xf32>)
  "func.return"() : () -> ()
}
func.func private @f0(%v1: tensor<2x24xf32>, %v2: tensor<2x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<i32>, tensor<2x24xf32>, tensor<2x24xf32>) {
  %v6 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly", has_side_effect = true}> : () -> (tensor<i32>)
  "func.return"(%v6, %v2, %v2) : (tensor<i32>, tensor<2x24xf32>, tensor<2x24xf32>) -> ()
}
