// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=7, "b"=2]>
func.func public @main(%lifted_v14: tensor<1x4x4xf32>) -> () {
  %v15 = sdy.sharding_constraint %lifted_v14 <@mesh, [{}, {"b"}, {?}], unreduced={"a"}> : tensor<1x4x4xf32>
  "func.return"() : () -> ()
}
