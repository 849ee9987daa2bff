// Each of two results is divided by the same sum, which the program writes twice: it is computed once, but not where a
// barrier says that it is to be computed again.
// RUN: sdyc kernels %s --entry=written_twice | FileCheck %s --check-prefix=TWICE
// RUN: sdyc kernels %s --entry=apart | FileCheck %s --check-prefix=APART

// TWICE: kernels: 2
// TWICE: kernel 0, reduction: stablehlo.reduce
// TWICE-NEXT: kernel 1, loop: stablehlo.divide {{.*}}; stablehlo.subtract
func.func @written_twice(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %first = stablehlo.divide %x, %all : tensor<8xf32>
  %zero_again = stablehlo.constant dense<0.0> : tensor<f32>
  %sum_again = stablehlo.reduce(%x init: %zero_again) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %all_again = stablehlo.broadcast_in_dim %sum_again, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %second = stablehlo.subtract %x, %all_again : tensor<8xf32>
  return %first, %second : tensor<8xf32>, tensor<8xf32>
}

// APART: kernel 0, reduction: stablehlo.reduce
// APART: kernel {{[1-9]}}, reduction: stablehlo.reduce
func.func @apart(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %first = stablehlo.divide %x, %all : tensor<8xf32>
  %kept = stablehlo.optimization_barrier %x : tensor<8xf32>
  %sum_again = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %all_again = stablehlo.broadcast_in_dim %sum_again, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %second = stablehlo.subtract %x, %all_again : tensor<8xf32>
  return %first, %second : tensor<8xf32>, tensor<8xf32>
}
