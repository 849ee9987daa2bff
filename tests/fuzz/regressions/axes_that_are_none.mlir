// passes: stablehlo-compatibility-expander{target=1.0.0}
sdy.mesh @m = <["x"=2]>
func.func @main(%a0: tensor<4xf32>) -> tensor<8xf32> {
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = ["x"]>} : (tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
