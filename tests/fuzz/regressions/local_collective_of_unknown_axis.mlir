// passes: sdyc-lower-collectives
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @f(%arg0: tensor<2xf32>) -> tensor<8xf32> {
  %0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}, {"z"}, {"y"}]>, out_sharding = #sdy.sharding<@m, [{}]>}> : (tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
