// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=2, "b"=6]>
func.func public @main(%arg1_2: tensor<8xf32>) -> () {
  %v5 = "stablehlo.custom_call"(%arg1_2) <{call_target_name = "MoveToDevice"}> : (tensor<8xf32>) -> (tensor<8xf32>)
  "func.return"() : () -> ()
}
