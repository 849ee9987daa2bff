// Rows at computed places, several at a time: places that meet, and such as are no place of the table. The same by
// a product with what says which row goes where, and by a reduction; then rows are gathered from there.
// RUN: sdyc run %s --threads=1
// RUN: sdyc run %s --threads=3
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<300xi32>
  %held = stablehlo.optimization_barrier %n : tensor<300xi32>
  %five = stablehlo.constant dense<5> : tensor<300xi32>
  %eleven = stablehlo.constant dense<11> : tensor<300xi32>
  %one = stablehlo.constant dense<1> : tensor<300xi32>
  %m = stablehlo.multiply %held, %five : tensor<300xi32>
  %r = stablehlo.remainder %m, %eleven : tensor<300xi32>
  %place = stablehlo.subtract %r, %one : tensor<300xi32>
  %at = stablehlo.reshape %place : (tensor<300xi32>) -> tensor<300x1xi32>
  %c = stablehlo.iota dim = 0 : tensor<7200xi32>
  %seven = stablehlo.constant dense<7> : tensor<7200xi32>
  %c7 = stablehlo.remainder %c, %seven : tensor<7200xi32>
  %flat = stablehlo.convert %c7 : (tensor<7200xi32>) -> tensor<7200xf32>
  %flat_held = stablehlo.optimization_barrier %flat : tensor<7200xf32>
  %u = stablehlo.reshape %flat_held : (tensor<7200xf32>) -> tensor<300x24xf32>
  %t = stablehlo.constant dense<3.0> : tensor<9x24xf32>
  %sum = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x24xf32>, tensor<300x1xi32>, tensor<300x24xf32>) -> tensor<9x24xf32>
  %rows = stablehlo.iota dim = 0 : tensor<9x300xi32>
  %places = stablehlo.broadcast_in_dim %place, dims = [1] : (tensor<300xi32>) -> tensor<9x300xi32>
  %is = stablehlo.compare EQ, %rows, %places : (tensor<9x300xi32>, tensor<9x300xi32>) -> tensor<9x300xi1>
  %ones = stablehlo.convert %is : (tensor<9x300xi1>) -> tensor<9x300xf32>
  %all = stablehlo.dot_general %ones, %u, contracting_dims = [1] x [0] : (tensor<9x300xf32>, tensor<300x24xf32>) -> tensor<9x24xf32>
  %wanted = stablehlo.add %all, %t : tensor<9x24xf32>
  check.expect_eq %sum, %wanted : tensor<9x24xf32>
  %most = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x24xf32>, tensor<300x1xi32>, tensor<300x24xf32>) -> tensor<9x24xf32>
  %is3 = stablehlo.broadcast_in_dim %is, dims = [0, 1] : (tensor<9x300xi1>) -> tensor<9x300x24xi1>
  %u3 = stablehlo.broadcast_in_dim %u, dims = [1, 2] : (tensor<300x24xf32>) -> tensor<9x300x24xf32>
  %low = stablehlo.constant dense<3.0> : tensor<9x300x24xf32>
  %chosen = stablehlo.select %is3, %u3, %low : tensor<9x300x24xi1>, tensor<9x300x24xf32>
  %least = stablehlo.constant dense<3.0> : tensor<f32>
  %most_wanted = stablehlo.reduce(%chosen init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<9x300x24xf32>, tensor<f32>) -> tensor<9x24xf32>
  check.expect_eq %most, %most_wanted : tensor<9x24xf32>
  %set = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<9x24xf32>, tensor<300x1xi32>, tensor<300x24xf32>) -> tensor<9x24xf32>
  // The last row that goes to each place.
  %last = stablehlo.constant dense<[[295], [293], [291], [289], [298], [296], [294], [292], [290]]> : tensor<9x1xi32>
  %last_rows = "stablehlo.gather"(%u, %last) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 24>}>
    : (tensor<300x24xf32>, tensor<9x1xi32>) -> tensor<9x24xf32>
  check.expect_eq %set, %last_rows : tensor<9x24xf32>
  return
}
