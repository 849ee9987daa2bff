// Complex numbers that are added where they go asked for a function that the runtime does not have.
// RUN: sdyc run %s && sdyc run %s --entry=elements
// RUN: sdyc run --jit=cc %s && sdyc run --jit=cc %s --entry=elements
func.func public @main() {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<3x4xcomplex<f64>>
  %at = stablehlo.constant dense<[[2], [0], [2]]> : tensor<3x1xi32>
  %new = stablehlo.constant dense<(0.5, -1.0)> : tensor<3x4xcomplex<f64>>
  %0 = "stablehlo.scatter"(%x, %at, %new) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %sum = stablehlo.add %a, %b : tensor<complex<f64>>
    stablehlo.return %sum : tensor<complex<f64>>
  }) : (tensor<3x4xcomplex<f64>>, tensor<3x1xi32>, tensor<3x4xcomplex<f64>>) -> tensor<3x4xcomplex<f64>>
  %re = stablehlo.real %0 : (tensor<3x4xcomplex<f64>>) -> tensor<3x4xf64>
  check.expect_eq_const %re, dense<[[1.5, 1.5, 1.5, 1.5], [1.0, 1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0]]> : tensor<3x4xf64>
  %im = stablehlo.imag %0 : (tensor<3x4xcomplex<f64>>) -> tensor<3x4xf64>
  check.expect_eq_const %im, dense<[[1.0, 1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<3x4xf64>
  return
}
// Elements, some of which have no place.
func.func public @elements() {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>
  %at = stablehlo.constant dense<[[2], [0], [2], [7], [-1]]> : tensor<5x1xi32>
  %new = stablehlo.constant dense<[(0.5, -1.0), (1.0, 1.0), (2.0, 3.0), (9.0, 9.0), (9.0, 9.0)]> : tensor<5xcomplex<f32>>
  %held:3 = stablehlo.optimization_barrier %x, %at, %new : tensor<4xcomplex<f32>>, tensor<5x1xi32>, tensor<5xcomplex<f32>>
  %0 = "stablehlo.scatter"(%held#0, %held#1, %held#2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %sum = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %sum : tensor<complex<f32>>
  }) : (tensor<4xcomplex<f32>>, tensor<5x1xi32>, tensor<5xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %0, dense<[(2.0, 3.0), (1.0, 2.0), (3.5, 4.0), (1.0, 2.0)]> : tensor<4xcomplex<f32>>
  return
}
