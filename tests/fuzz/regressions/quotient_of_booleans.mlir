// passes: chlo-legalize-to-stablehlo canonicalize cse
func.func @f(%a: tensor<i1>, %b: tensor<3xi1>) -> tensor<?xi1> { %0 = "chlo.broadcast_divide"(%a, %b) : (tensor<i1>, tensor<3xi1>) -> tensor<?xi1>
 return %0 : tensor<?xi1> }
