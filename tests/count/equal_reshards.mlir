// What several operations need of one value is gathered once; a reshard of a reshard is one; a sum of
// which each device keeps a part is scattered.
// COUNT: 1 "stablehlo.all_gather"
// COUNT: 1 "stablehlo.reduce_scatter"
// COUNT: 0 "stablehlo.all_reduce"
// COUNT: 0 "stablehlo.all_to_all"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.reshard %b <@mesh, [{}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.exponential %1 : tensor<8x8xf32>
  %3 = sdy.reshard %b <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %4 = sdy.reshard %3 <@mesh, [{}, {}]> : tensor<8x8xf32>
  %5 = stablehlo.negate %4 : tensor<8x8xf32>
  return %0, %2, %5 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
