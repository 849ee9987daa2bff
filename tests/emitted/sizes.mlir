sdy.mesh @mesh = <["x"=2]>
func.func @main(%rows: tensor<?x2xf32, #stablehlo.bounds<6, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<2x?xf32, #stablehlo.bounds<?, 3>>)
    -> (tensor<?x?xf32, #stablehlo.bounds<6, 3>>, tensor<2xf32>) {
  %product = stablehlo.dot_general %rows, %w, contracting_dims = [1] x [0]
      : (tensor<?x2xf32, #stablehlo.bounds<6, ?>>, tensor<2x?xf32, #stablehlo.bounds<?, 3>>) -> tensor<?x?xf32, #stablehlo.bounds<6, 3>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%rows init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x2xf32, #stablehlo.bounds<6, ?>>, tensor<f32>) -> tensor<2xf32>
  return %product, %sum : tensor<?x?xf32, #stablehlo.bounds<6, 3>>, tensor<2xf32>
}
