// Rows that are added at computed places are three kernels where they are many: places, lists of updates by rows of the
// table, and updates, of which each task owns some rows. Few rows, and short ones, are added one after the other.
// RUN: sdyc kernels %s --entry=many | FileCheck %s --check-prefix=MANY
// MANY: kernel 1, loop: {{.*}} tasks
// MANY: kernel 2, scatter: {{.*}}, 7 tasks
// MANY: kernel 3, scatter: {{.*}}, 128 tasks
// MANY: route {{.*}}: rows
// RUN: sdyc kernels %s --entry=short | FileCheck %s --check-prefix=SHORT
// SHORT: kernel 1, loop: {{.*}}, 1 task
// SHORT-NOT: kernel 2
func.func @many(%t: tensor<977x40xf32>, %at: tensor<40960x1xi32>, %u: tensor<40960x40xf32>) -> tensor<977x40xf32> {
  %sum = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<977x40xf32>, tensor<40960x1xi32>, tensor<40960x40xf32>) -> tensor<977x40xf32>
  return %sum : tensor<977x40xf32>
}
func.func @short(%t: tensor<977x24xf32>, %at: tensor<40960x1xi32>, %u: tensor<40960x24xf32>) -> tensor<977x24xf32> {
  %sum = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<977x24xf32>, tensor<40960x1xi32>, tensor<40960x24xf32>) -> tensor<977x24xf32>
  return %sum : tensor<977x24xf32>
}
