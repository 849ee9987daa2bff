// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=8, "b"=8, "model"=8]>
func.func public @main(%arg0_0: tensor<16xf32>) -> () {
  %v4 = "stablehlo.map"(%arg0_0, %arg0_0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    "stablehlo.return"(%v1) : (tensor<f32>) -> ()
  }) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>)
  "func.return"() : () -> ()
}
