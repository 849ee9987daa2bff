sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %u: tensor<*xf32>, %t: tuple<tensor<8xf32>, tensor<4xi1>>, %tok: !stablehlo.token) -> (tensor<?x8xf32>, tensor<*xf32>, !stablehlo.token) {
  %0 = stablehlo.add %a, %a : tensor<?x8xf32>
  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<?x8xf32>
  %2 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<8xf32>, tensor<4xi1>>) -> tensor<8xf32>
  %3 = chlo.broadcast_add %2, %1 : (tensor<8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %4 = chlo.tan %u : tensor<*xf32> -> tensor<*xf32>
  %5 = stablehlo.after_all %tok, %tok : !stablehlo.token
  %6:2 = stablehlo.optimization_barrier %3, %1 : tensor<?x8xf32>, tensor<?x8xf32>
  return %6#0, %4, %5 : tensor<?x8xf32>, tensor<*xf32>, !stablehlo.token
}
