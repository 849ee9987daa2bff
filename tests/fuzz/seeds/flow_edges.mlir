sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {?}p0]>}) {
  %0 = sdy.func_data_flow_edge %a : tensor<8x8xf32>
  %1 = call @g(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}p3, {?}]>]>, inlineable = false} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.sharding_group %1 group_id=9223372036854775807 : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=9223372036854775807 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func private @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {no_inline} {
  %q = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = "stablehlo.all_gather"(%q) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x8xf32>) -> tensor<16x8xf32>
  %s = stablehlo.slice %0 [0:8, 0:8] : (tensor<16x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}
