// Passes that name meshes do so for one module.
// RUN: sdyc opt %s -sdy-inline-meshes --verify-diagnostics
// RUN: sdyc opt %s -sdy-lift-inlined-meshes --verify-diagnostics
// RUN: sdyc opt %s -sdy-basic-propagate --verify-diagnostics
// RUN: sdyc opt %s -sdy-remove-size-one-axes --verify-diagnostics

sdy.mesh @mesh = <["x"=2, "one"=1]>
module @inner {
  // expected-error@+1 {{meshes of nested modules are not supported}}
  sdy.mesh @mesh = <["z"=2]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
    return
  }
}
