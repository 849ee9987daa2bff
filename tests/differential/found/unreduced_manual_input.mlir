// passes: sdy-propagation-pipeline{dedup-functions-fully=true}
sdy.mesh @mesh = <["a"=2, "b"=3, "model"=2]>
func.func public @main(%lifted_v8: tensor<6x4xf32>) -> () {
  %v13 = "sdy.manual_computation"(%lifted_v8) <{manual_axes = #sdy<manual_axes{"model"}>, in_shardings = #sdy.sharding_per_value<[<@mesh, [{"model"}, {?}], unreduced={"b"}>]>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {"model"}, {}]>]>}> ({
  ^bb0(%v9: tensor<3x4xf32>):
    %v11 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4x3x4xf32>}> : () -> (tensor<4x3x4xf32>)
    "sdy.return"(%v11) : (tensor<4x3x4xf32>) -> ()
  }) : (tensor<6x4xf32>) -> (tensor<4x6x4xf32>)
  "func.return"() : () -> ()
}
