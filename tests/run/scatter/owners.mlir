// So many rows at computed places that tasks own rows of the table, each of which takes its updates in their order: the
// same bits, by any number of threads, as of rows that are too short for that, which one task adds one after the other.
// Some places are none of the table; one is met by every third row.
// RUN: sdyc run %s --threads=1
// RUN: sdyc run %s --threads=2
// RUN: sdyc run %s --threads=7
// RUN: sdyc run %s --threads=64
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<40960xi32>
  %held = stablehlo.optimization_barrier %n : tensor<40960xi32>
  %step = stablehlo.constant dense<389> : tensor<40960xi32>
  %range = stablehlo.constant dense<981> : tensor<40960xi32>
  %two = stablehlo.constant dense<2> : tensor<40960xi32>
  %three = stablehlo.constant dense<3> : tensor<40960xi32>
  %zero = stablehlo.constant dense<0> : tensor<40960xi32>
  %m = stablehlo.multiply %held, %step : tensor<40960xi32>
  %r = stablehlo.remainder %m, %range : tensor<40960xi32>
  %spread = stablehlo.subtract %r, %two : tensor<40960xi32>
  %third = stablehlo.remainder %held, %three : tensor<40960xi32>
  %meets = stablehlo.compare EQ, %third, %zero : (tensor<40960xi32>, tensor<40960xi32>) -> tensor<40960xi1>
  %place = stablehlo.select %meets, %step, %spread : tensor<40960xi1>, tensor<40960xi32>
  %at = stablehlo.reshape %place : (tensor<40960xi32>) -> tensor<40960x1xi32>
  %c = stablehlo.iota dim = 0 : tensor<1638400xf32>
  %one = stablehlo.constant dense<1.0> : tensor<1638400xf32>
  %c1 = stablehlo.add %c, %one : tensor<1638400xf32>
  %parts = stablehlo.divide %one, %c1 : tensor<1638400xf32>
  %flat = stablehlo.optimization_barrier %parts : tensor<1638400xf32>
  %u = stablehlo.reshape %flat : (tensor<1638400xf32>) -> tensor<40960x40xf32>
  %t = stablehlo.constant dense<0.3> : tensor<977x40xf32>
  %sum = "stablehlo.scatter"(%t, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<977x40xf32>, tensor<40960x1xi32>, tensor<40960x40xf32>) -> tensor<977x40xf32>
  %left = stablehlo.slice %u [0:40960, 0:20] : (tensor<40960x40xf32>) -> tensor<40960x20xf32>
  %right = stablehlo.slice %u [0:40960, 20:40] : (tensor<40960x40xf32>) -> tensor<40960x20xf32>
  %half = stablehlo.constant dense<0.3> : tensor<977x20xf32>
  %low = "stablehlo.scatter"(%half, %at, %left) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<977x20xf32>, tensor<40960x1xi32>, tensor<40960x20xf32>) -> tensor<977x20xf32>
  %high = "stablehlo.scatter"(%half, %at, %right) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<977x20xf32>, tensor<40960x1xi32>, tensor<40960x20xf32>) -> tensor<977x20xf32>
  %wanted = stablehlo.concatenate %low, %high, dim = 1 : (tensor<977x20xf32>, tensor<977x20xf32>) -> tensor<977x40xf32>
  check.expect_eq %sum, %wanted : tensor<977x40xf32>
  return
}
