// passes: sdy-close-shardings
sdy.mesh @mesh = <["a"=2]>
func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p0]>}) {
  return
}
