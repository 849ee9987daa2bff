// passes: sdy-propagation-pipeline{dedup-functions-fully=true}
sdy.mesh @mesh = <["a"=8, "b"=1]>
func.func public @main(%arg1_3: tensor<24xf32>) -> () {
  %v18 = "stablehlo.reduce_scatter"(%arg1_3) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%v15: tensor<f32>, %v16: tensor<f32>):
    %v17 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly"}> : () -> (tensor<f32>)
    "stablehlo.return"(%v17) : (tensor<f32>) -> ()
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a":(4)2}>]>} : (tensor<24xf32>) -> (tensor<12xf32>)
  "func.return"() : () -> ()
}
