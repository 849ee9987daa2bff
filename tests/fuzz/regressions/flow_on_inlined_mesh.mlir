// passes: sdy-basic-propagate
func.func @main(%arg0: tensor<i32>, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) -> tensor<4xf32> {
  %0:2 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1, %arg1 : tensor<4xf32>, tensor<4xf32>
  }, {
    stablehlo.return %arg1, %arg1 : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = stablehlo.add %0#0, %arg1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
