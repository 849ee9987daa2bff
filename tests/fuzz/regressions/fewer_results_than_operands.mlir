// passes: sdy-pre-order-funcs sdy-export-named-computations
func.func @collective_broadcast_c4_variadic(%operand0: tensor<4xf32>, %operand1: tensor<4xf32>, %root: tensor<2xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = "stablehlo.collective_broadcast"(%operand0, %operand1, %root) {
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    fhas_dynamic_root
  } : (tensor<4xf32>, tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
