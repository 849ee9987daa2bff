// passes: sdy-propagation-pipeline{dedup-functions-fully=true}
sdy.mesh @mesh = <["a"=7, "b"=4, "model"=2, "d"=8]>
func.func public @main(%lifted_v27: tensor<4xf32>, %lifted_v28: tensor<2x4xf32>) -> () {
  %v32 = "func.call"(%lifted_v28, %lifted_v27) <{callee = @f0}> : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  "func.return"() : () -> ()
}
func.func private @f0(%v29: tensor<2x4xf32>, %v30: tensor<4xf32>) -> (tensor<2x4xf32>) {
  %v31 = sdy.sharding_constraint %v29 <@mesh, [{}, {?}], unreduced={"b", "d"}> : tensor<2x4xf32>
  "func.return"(%v31) : (tensor<2x4xf32>) -> ()
}
