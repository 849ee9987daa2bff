// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// all_gather: no such mesh
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op replica_groups: mesh symbol 'm' not found}}
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_reduce: no such mesh
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op replica_groups: mesh symbol 'm' not found}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// all_to_all: no such mesh
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op replica_groups: mesh symbol 'm' not found}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// reduce_scatter: no such mesh
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op replica_groups: mesh symbol 'm' not found}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_broadcast: no such mesh
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op replica_groups: mesh symbol 'm' not found}}
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_reduce: no such mesh
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op replica_groups: mesh symbol 'm' not found}}
  %r = "stablehlo.collective_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// an axis that the mesh lacks
func.func @f(%a0: tensor<4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  // expected-error@+1 {{axis 'y' not found in mesh definition}}
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// not an axis
func.func @f(%a0: tensor<4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  // expected-error@+1 {{expected AxisRefAttr in axes list}}
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>, axes = [1 : i64]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// not a mesh
func.func @f(%a0: tensor<4xf32>) {
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  // expected-error@+1 {{mesh must be a FlatSymbolRefAttr or MeshAttr}}
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = 1 : i64, axes = []>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// a future of something else
  // expected-error@+1 {{future element type must be a ranked tensor, but got 'i32'}}
func.func private @f(!stablehlo.future<i32>)

// -----

// run_parallel: no programs
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{`programs` attribute cannot be empty}}
  %r = "interpreter.run_parallel"(%a) {programs = []} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// run_parallel: rows of two lengths
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Sizes of second dimension of `programs` should all match 1 but got 2}}
  %r = "interpreter.run_parallel"(%a) {programs = [[@g], [@g, @g]]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// run_parallel: no such function
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Function "nowhere" not found}}
  %r = "interpreter.run_parallel"(%a) {programs = [[@nowhere]]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// run_parallel: inputs
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Number of inputs (1) should match the sum of the number of inputs of all programs (2)}}
  %r = "interpreter.run_parallel"(%a) {programs = [[@g, @g]]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// run_parallel: results
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Number of results (0) should match the sum of the number of results of all programs (1)}}
  "interpreter.run_parallel"(%a) {programs = [[@g]]} : (tensor<2xf32>) -> ()
  return
}

// -----

// run_parallel: an empty infeed
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{infeed attribute is optional or should not be empty}}
  %r = "interpreter.run_parallel"(%a) {programs = [[@g]], infeed = []} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// run_parallel: an infeed that is not there
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Function "nowhere" not found}}
  %r = "interpreter.run_parallel"(%a) {programs = [[@g]], infeed = [@nowhere]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// run_parallel: an infeed of two results
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Function "h" should return 1 tensor but returns 2}}
  %r = "interpreter.run_parallel"(%a) {programs = [[@g]], infeed = [@h]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// run_parallel: an infeed of a token
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h() -> (tensor<2xf32>, tensor<2xf32>)
func.func private @k() -> !stablehlo.token
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{Function "k" should return a tensor type, but instead returns '!stablehlo.token'}}
  %r = "interpreter.run_parallel"(%a) {programs = [[@g]], infeed = [@k]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
