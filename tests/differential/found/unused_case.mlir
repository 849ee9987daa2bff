// passes: sdy-propagation-pipeline{dedup-functions-fully=true}
sdy.mesh @mesh = <["a"=6, "b"=1, "model"=2, "d"=4]>
func.func public @main(%arg1_1: tensor<i32>) -> () {
  %v2 = "stablehlo.case"(%arg1_1) ({
    "stablehlo.return"(%arg1_1) : (tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%arg1_1) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>)
  "func.return"() : () -> ()
}
