// passes: sdy-drop-sharding-and-mesh
sdy.mesh @mesh = <["a"=2]>
func.func @f(%arg0: tensor<4xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}]> : tensor<4xf32>
  return
}
