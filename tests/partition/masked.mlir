// An embedding table by rows is looked up where it lies: each device in its own rows, with zeros for
// the others', and a sum over devices. Updates of rows go where the rows are.
// RUN: sdyc opt %s -split-input-file -sdyc-partition-pipeline | FileCheck %s
// RUN: sdyc opt %s -split-input-file -sdy-insert-explicit-reshards=enable-full-version=true -sdy-reshard-to-collectives \
// RUN:   -sdy-convert-global-to-local | FileCheck %s --check-prefix=ORDER
sdy.mesh @mesh = <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @rows(
// CHECK-NOT: all_gather
// CHECK-NOT: all_to_all
// CHECK: "stablehlo.gather"(%arg0, %{{.*}}slice_sizes = array<i64: 1, 8>{{.*}} : (tensor<50x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
// CHECK: "stablehlo.all_reduce"{{.*}}replica_groups = dense<{{\[\[}}0, 3], [1, 4], [2, 5]]>
// CHECK-NOT: all_gather
// CHECK: return
// ORDER-LABEL: func.func @rows(
// ORDER-NEXT: %[[LOW:.*]] = stablehlo.constant dense<0> : tensor<4x1xi32>
// ORDER-NEXT: %[[HIGH:.*]] = stablehlo.constant dense<99> : tensor<4x1xi32>
// ORDER-NEXT: %[[CLAMPED:.*]] = stablehlo.clamp %[[LOW]], %arg1, %[[HIGH]] : tensor<4x1xi32>
// ORDER-NEXT: %[[ID:.*]] = stablehlo.partition_id
// ORDER-NEXT: %[[DEVICE:.*]] = stablehlo.convert %[[ID]]
// ORDER-NEXT: %[[TABLE:.*]] = stablehlo.constant dense<[0, 0, 0, 50, 50, 50]> : tensor<6xi64>
// ORDER-NEXT: %[[ENTRY:.*]] = stablehlo.dynamic_slice %[[TABLE]], %[[DEVICE]], sizes = [1]
// ORDER-NEXT: %[[SCALAR:.*]] = stablehlo.reshape %[[ENTRY]]
// ORDER-NEXT: %[[FIRST:.*]] = stablehlo.convert %[[SCALAR]] : (tensor<i64>) -> tensor<i32>
// ORDER-NEXT: %[[MORE:.*]] = stablehlo.constant dense<49> : tensor<i32>
// ORDER-NEXT: %[[LAST:.*]] = stablehlo.add %[[FIRST]], %[[MORE]]
// ORDER-NEXT: %[[BEGIN:.*]] = stablehlo.broadcast_in_dim %[[FIRST]], dims = []
// ORDER-NEXT: %[[END:.*]] = stablehlo.broadcast_in_dim %[[LAST]], dims = []
// ORDER-NEXT: %[[WITHIN:.*]] = stablehlo.subtract %[[CLAMPED]], %[[BEGIN]]
// ORDER-NEXT: %[[ABOVE:.*]] = stablehlo.compare GE, %[[CLAMPED]], %[[BEGIN]]
// ORDER-NEXT: %[[BELOW:.*]] = stablehlo.compare LE, %[[CLAMPED]], %[[END]]
// ORDER-NEXT: %[[HELD:.*]] = stablehlo.and %[[ABOVE]], %[[BELOW]]
// ORDER-NEXT: %[[TAKEN:.*]] = "stablehlo.gather"(%arg0, %[[WITHIN]])
// ORDER: %[[ROWS:.*]] = stablehlo.reduce(%[[HELD]] init: %{{.*}}) applies stablehlo.and across dimensions = [1]
// ORDER-NEXT: %[[MASK:.*]] = stablehlo.broadcast_in_dim %[[ROWS]], dims = [0] : (tensor<4xi1>) -> tensor<4x8xi1>
// ORDER-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4x8xf32>
// ORDER-NEXT: %[[OWN:.*]] = stablehlo.select %[[MASK]], %[[TAKEN]], %[[ZERO]]
// ORDER-NEXT: "stablehlo.all_reduce"(%[[OWN]])
func.func @rows(%table: tensor<100x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %rows: tensor<4x1xi32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<100x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @updates(
// CHECK-NOT: all_
// CHECK: stablehlo.subtract %arg1
// CHECK-NEXT: "stablehlo.scatter"(%arg0, %{{.*}}, %arg2)
// CHECK: return
func.func @updates(%table: tensor<99x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %rows: tensor<4x1xi32>, %new: tensor<4x8xf32>) -> (tensor<99x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = "stablehlo.scatter"(%table, %rows, %new) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<99x8xf32>, tensor<4x1xi32>, tensor<4x8xf32>) -> tensor<99x8xf32>
  return %0 : tensor<99x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=3]>

// Tokens in parts too: each device adds what its tokens say to its rows, then devices add up.
// CHECK-LABEL: func.func @gradients(
// CHECK-NOT: all_gather
// CHECK: "stablehlo.scatter"{{.*}}
// CHECK: "stablehlo.all_reduce"{{.*}}replica_groups = dense<{{\[\[}}0, 1, 2], [3, 4, 5]]>
// CHECK: return
func.func @gradients(%rows: tensor<6x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %new: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<100x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<0.0> : tensor<100x8xf32>
  %0 = "stablehlo.scatter"(%zero, %rows, %new) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<100x8xf32>, tensor<6x1xi32>, tensor<6x8xf32>) -> tensor<100x8xf32>
  return %0 : tensor<100x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=3]>

// A cache of which each device holds a stretch.
// CHECK-LABEL: func.func @cache(
// CHECK-NOT: all_
// CHECK: %[[OLD:.*]] = stablehlo.dynamic_slice %arg0, %{{.*}}, sizes = [1, 8]
// CHECK: %[[NEW:.*]] = stablehlo.select %{{.*}}, %arg1, %[[OLD]]
// CHECK-NEXT: stablehlo.dynamic_update_slice %arg0, %[[NEW]], {{.*}} -> tensor<16x8xf32>
// CHECK: return
func.func @cache(%cache: tensor<48x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %new: tensor<1x8xf32>, %at: tensor<i32>) -> (tensor<48x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %new, %at, %zero {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<48x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<48x8xf32>
  return %0 : tensor<48x8xf32>
}
