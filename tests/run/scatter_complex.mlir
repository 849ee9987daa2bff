// Complex numbers that are added where they go asked for a function that the runtime does not have.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
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
