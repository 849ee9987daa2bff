// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// all_gather C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{all_gather_dim must be a valid index of operand: 1 with rank 1}}
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_gather C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_gather C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_gather C5
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{channel_id cannot be negative when useGlobalDeviceIds is set: -1}}
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_gather C6
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{operand and result should have the same shape except for the dimension size at 'all_gather_dim': found 'tensor<4x4xf32>' and 'tensor<8x5xf32>'}}
  %r = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<8x5xf32>
  return
}

// -----

// all_reduce C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// all_reduce C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// all_reduce C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// all_reduce C5
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// all_reduce C6
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_reduce C7
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// all_to_all C1
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{AllToAll split_dimension 2 is out-of-bounds for input rank 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// all_to_all C2
func.func @f(%a0: tensor<5x4xf32>) {
  // expected-error@+2 {{split dimension has size 5, expected to be a multiple of split_count 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<5x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

// all_to_all C3
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{AllToAll concat_dimension 2 is out-of-bounds for input rank 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// all_to_all C4
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive; found 0 : i64}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// all_to_all C5
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{replica id #0 seen more than once}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// all_to_all C7
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{replica id #1 not seen in replica groups}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// all_to_all C8
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{group size of replica_groups must be 4, but is 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// all_to_all C9
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<2x8xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %r = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// collective_broadcast C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_broadcast C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica_groups values must be positive, but was given -1}}
  %r = "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_broadcast C3
func.func @f() {
  // expected-error@+1 {{collective_broadcast requires at least one data operand}}
  "stablehlo.collective_broadcast"() {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> ()
  return
}

// -----

// collective_broadcast C4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op last operand of collective_broadcast with has_dynamic_root=true must be a rank-1 i32 tensor, but got 'tensor<2xf32>'}}
  %r = "stablehlo.collective_broadcast"(%a0, %a1) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_broadcast C5
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  %r = "stablehlo.collective_broadcast"(%a0, %a1) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{duplicate sources not allowed. Found 0 twice}}
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{duplicate targets not allowed. Found 1 twice}}
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica ids in source_target_pairs must be >= 0. Found -1}}
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C5
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_permute' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_permute' op failed to infer returned types}}
  %r = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// collective_reduce C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %r = "stablehlo.collective_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_reduce C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %r = "stablehlo.collective_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_reduce C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_reduce' op failed to infer returned types}}
  %r = "stablehlo.collective_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// collective_reduce C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.collective_reduce"(%a0) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// reduce_scatter C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{operand scatter dimension has size 4, expected to be a multiple of result scatter dimension size 3}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// reduce_scatter C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{scatter dim should be less than operand/result rank: 1 with rank 1}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter C5
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter C6
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter C7
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter C8
func.func @f(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{non scatter dimensions should be same for operand (4) and result (5)}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

// reduce_scatter C9
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{result element-type is expected to be 'f32', but got 'f64'}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf64>
  return
}

// -----

// send C1
func.func @f(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %r = "stablehlo.send"(%a0, %a1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// send C2
func.func @f(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{duplicate sources not allowed. Found 0 twice}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %r = "stablehlo.send"(%a0, %a1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// send C3
func.func @f(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{duplicate targets not allowed. Found 1 twice}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %r = "stablehlo.send"(%a0, %a1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// send C4
func.func @f(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{replica ids in source_target_pairs must be >= 0. Found -1}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %r = "stablehlo.send"(%a0, %a1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// send C5
func.func @f(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false, but is 2}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %r = "stablehlo.send"(%a0, %a1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// recv C1
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  %r:2 = "stablehlo.recv"(%a0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

// recv C2
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{duplicate sources not allowed. Found 0 twice}}
  %r:2 = "stablehlo.recv"(%a0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

// recv C3
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{duplicate targets not allowed. Found 1 twice}}
  %r:2 = "stablehlo.recv"(%a0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

// recv C4
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{replica ids in source_target_pairs must be >= 0. Found -1}}
  %r:2 = "stablehlo.recv"(%a0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

// recv C5
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false, but is 2}}
  %r:2 = "stablehlo.recv"(%a0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

// async_start C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must contain exactly one operation and a return}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<4xf32>):
    %y0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    %y1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %y0 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

// async_start C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<4xf32>):
    %y0 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %y0 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

// async_start C3
func.func @f(%a0: tensor<8xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op operand type 'tensor<8xf32>' at index 0 must match region argument type 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<4xf32>):
    %y0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %y0 : tensor<4xf32>
  }) : (tensor<8xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

// async_start C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<4xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<8xf32>>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%x: tensor<4xf32>):
    %y0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %y0 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  return
}

// -----

// async_done C1
func.func @f(%a0: !stablehlo.future<tensor<4xf32>>) {
  // expected-error@+2 {{'stablehlo.async_done' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %r = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<8xf32>
  return
}

// -----

// infeed C1
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{result is expected to be at least of size 1, but got 0}}
  "stablehlo.infeed"(%a0) {infeed_config = ""} : (!stablehlo.token) -> ()
  return
}

// -----

// infeed C2
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'}}
  %r:2 = "stablehlo.infeed"(%a0) {infeed_config = ""} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// infeed C3
func.func @f(%a0: !stablehlo.token) {
  // expected-error@+1 {{last element of result types is expected to be of token type, but got 'tensor<4xf32>'}}
  %r = "stablehlo.infeed"(%a0) {infeed_config = ""} : (!stablehlo.token) -> tensor<4xf32>
  return
}
