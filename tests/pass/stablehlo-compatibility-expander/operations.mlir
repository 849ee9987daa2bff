// RUN: sdyc opt %s -stablehlo-compatibility-expander=target=1.0.0 -split-input-file | FileCheck %s
// RUN: sdyc opt %s -stablehlo-compatibility-expander=target=1.15.0 -split-input-file | FileCheck %s --check-prefix=NEW
// RUN: not sdyc opt %s -stablehlo-compatibility-expander=target=1.x -split-input-file 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: the option 'target' is a version of the form #.#.#, not '1.x'

// CHECK-LABEL: func.func @tangents
// CHECK:         %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK:         %[[SINE:.*]] = stablehlo.sine %arg0
// CHECK-NEXT:    %[[COSINE:.*]] = stablehlo.cosine %arg0
// CHECK-NEXT:    %[[REAL:.*]] = stablehlo.divide %[[SINE]], %[[COSINE]]
// CHECK:         stablehlo.tanh
// CHECK:         stablehlo.divide {{.*}} : tensor<2xcomplex<f32>>
// CHECK-NOT:     stablehlo.tan{{ }}
// NEW-LABEL: func.func @tangents
// NEW-NEXT:    stablehlo.tan %arg0
// NEW-NEXT:    stablehlo.tan %arg1
func.func @tangents(%arg0: tensor<2xf64>, %arg1: tensor<2xcomplex<f32>>) -> (tensor<2xf64>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.tan %arg0 : tensor<2xf64>
  %1 = stablehlo.tan %arg1 : tensor<2xcomplex<f32>>
  return %0, %1 : tensor<2xf64>, tensor<2xcomplex<f32>>
}

// -----

// A number in a shape that is not known stays as it is.
// CHECK-LABEL: func.func @dynamic_tangent
// CHECK:         [[TAN:%.*]] = stablehlo.divide
// CHECK:         "chlo.constant_like"([[TAN]]) <{value = 1.000000e+00 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
// CHECK:         stablehlo.divide {{.*}} : tensor<?xcomplex<f32>>
// NEW-LABEL: func.func @dynamic_tangent
// NEW-NEXT:    stablehlo.tan %arg0
func.func @dynamic_tangent(%arg0: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.tan %arg0 : tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}

// -----

// Each batch is found by its number; indices of one byte cannot count to 300.
// CHECK-LABEL: func.func @gather
// CHECK-NEXT:    %[[WIDE:.*]] = stablehlo.convert %arg1 : (tensor<300x5x1xi8>) -> tensor<300x5x1xi32>
// CHECK-NEXT:    %[[BATCH:.*]] = stablehlo.iota dim = 0 : tensor<300x5x1xi32>
// CHECK-NEXT:    %[[BOTH:.*]] = stablehlo.concatenate %[[BATCH]], %[[WIDE]], dim = 2 : (tensor<300x5x1xi32>, tensor<300x5x1xi32>) -> tensor<300x5x2xi32>
// CHECK-NEXT:    "stablehlo.gather"(%arg0, %[[BOTH]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 4>}> : (
func.func @gather(%arg0: tensor<300x9x4xf32>, %arg1: tensor<300x5x1xi8>) -> tensor<300x5x4xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> {note = "of the old operation"} : (tensor<300x9x4xf32>, tensor<300x5x1xi8>) -> tensor<300x5x4xf32>
  return %0 : tensor<300x5x4xf32>
}

// -----

// Indices that are no vectors get a dimension; they stay sorted only where batches come first.
// CHECK-LABEL: func.func @scatter
// CHECK-NEXT:    %[[VECTORS:.*]] = stablehlo.reshape %arg1 : (tensor<3x2xi32>) -> tensor<3x2x1xi32>
// CHECK-NEXT:    %[[BATCH:.*]] = stablehlo.iota dim = 1 : tensor<3x2x1xi32>
// CHECK-NEXT:    %[[BOTH:.*]] = stablehlo.concatenate %[[BATCH]], %[[VECTORS]], dim = 2
// CHECK-NEXT:    "stablehlo.scatter"(%arg0, %[[BOTH]], %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
func.func @scatter(%arg0: tensor<9x2xf32>, %arg1: tensor<3x2xi32>, %arg2: tensor<3x2xf32>) -> tensor<9x2xf32> {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<9x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>) -> tensor<9x2xf32>
  return %0 : tensor<9x2xf32>
}

// -----

// Both versions are without axes as groups: devices in the order of the axes, or of the mesh.
// CHECK-LABEL: func.func @groups
// CHECK:         replica_groups = dense<{{\[\[}}0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>
// CHECK:         replica_groups = dense<{{\[\[}}5, 4, 3], [2, 1, 0]]> : tensor<2x3xi64>
// NEW-LABEL: func.func @groups
// NEW:         replica_groups = dense<{{\[\[}}0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>
// NEW:         replica_groups = dense<{{\[\[}}5, 4, 3], [2, 1, 0]]> : tensor<2x3xi64>
sdy.mesh @mesh = <["x"=2, "y"=3], device_ids=[5, 4, 3, 2, 1, 0]>
func.func @groups(%arg0: tensor<4xf32>) -> (tensor<8xf32>, tensor<12xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 3>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<8xf32>
  %1 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<4xf32>) -> tensor<12xf32>
  return %0, %1 : tensor<8xf32>, tensor<12xf32>
}
