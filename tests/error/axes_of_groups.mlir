// Groups along what is no axis of their mesh: older versions of StableHLO and VHLO lack them.
// RUN: sdyc opt %s -stablehlo-compatibility-expander=target=1.0.0 -verify-diagnostics
// RUN: not sdyc opt %s -stablehlo-legalize-to-vhlo 2>&1 | FileCheck %s
// CHECK: VHLO has no form of the attribute 'replica_groups'
sdy.mesh @m = <["x"=2]>
func.func @f(%a0: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{along what is no axis}}
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [0 : i64]>} : (tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
