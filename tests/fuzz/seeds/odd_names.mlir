sdy.mesh @"my mesh" = <["x y"=2, "\22"=4]>
sdy.mesh @empty_mesh = <["x"=2]>
func.func @"a b"(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@"my mesh", [{"x y"}, {"\22"}]>}) -> tensor<8x8xf32> {
  %0 = call @"" (%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @""(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=4]>, [{"x"}, {?}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.add %0, %a {sdy.sharding = #sdy.sharding_per_value<[<@empty_mesh, [{"x"}, {?}]>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
