// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=4]>
func.func public @main(%arg0_0: tensor<i32>) -> () {
  %v16:2 = "stablehlo.while"(%arg0_0, %arg0_0) ({
  ^bb0(%v1: tensor<i32>, %v2: tensor<i32>):
    %v3 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> (tensor<i32>)
    %v4 = "stablehlo.compare"(%v1, %v3) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    "stablehlo.return"(%v4) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v5: tensor<i32>, %v6: tensor<i32>):
    "stablehlo.return"(%v5, %v5) : (tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  "func.return"() : () -> ()
}
