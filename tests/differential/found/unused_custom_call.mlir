// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=2]>
func.func public @main(%lifted_v7: tensor<1x2xf32>) -> () {
  %v12 = "stablehlo.custom_call"(%lifted_v7) <{call_target_name = "foo"}> : (tensor<1x2xf32>) -> (tensor<1x2xf32>)
  "func.return"() : () -> ()
}
