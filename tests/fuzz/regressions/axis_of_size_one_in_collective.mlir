// passes: sdy-remove-size-one-axes
sdy.mesh @mesh = <["a"=1]>
func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = sdy.all_gather [{"a"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  return
}
