// A mesh that has only the dictionary by which StableHLO writes it.
// RUN: sdyc opt --stablehlo-compatibility-expander=target=1.14.0 %s | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
"sdy.mesh"() {sym_name = "mesh", stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}], device_ids = dense<[0, 2, 1, 3]> : tensor<4xi64>}} : () -> ()
func.func @main(%a: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK: replica_groups = dense<{{\[\[}}0, 1], [2, 3]]>
  %0 = "stablehlo.all_gather"(%a) {
    all_gather_dim = 0 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
  } : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
