// passes: chlo-legalize-to-stablehlo
func.func @next_after_no_broadcast(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>)
    -> tensor<4xi1> {
  %0 = chlo.broadcast_next_after %arg0, %arg1
      : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  func.return %0 : tensor<4xi1>
}
