sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @empty = <[]>
sdy.mesh @max = <[], device_ids=[3]>
func.func @main(%a: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<@empty, [{}, {}]>}, %c: tensor<f32> {sdy.sharding = #sdy.sharding<@empty, []>}) -> (tensor<0x0xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<0x8xf32>, tensor<8x0xf32>) -> tensor<0x0xf32>
  %1 = stablehlo.dot %b, %a : (tensor<8x0xf32>, tensor<0x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<0x8xf32>, tensor<f32>) -> tensor<f32>
  %3 = sdy.reshard %a <@mesh, [{"y"}, {"x"}]> : tensor<0x8xf32>
  %4 = sdy.all_gather [{}, {"x"}] %3 out_sharding=<@mesh, [{"y"}, {}]> : tensor<0x8xf32>
  %5 = stablehlo.reshape %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<0x8xf32>) -> tensor<0xf32>
  %6 = stablehlo.reshape %5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<0xf32>) -> tensor<0x0xf32>
  return %6, %1 : tensor<0x0xf32>, tensor<8x8xf32>
}
