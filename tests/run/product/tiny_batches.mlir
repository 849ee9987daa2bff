// Many tiny products are computed some together, and those of many rows with a tiny matrix too: as sums of products.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<900xi32>
  %seven = stablehlo.constant dense<7> : tensor<900xi32>
  %five = stablehlo.constant dense<5> : tensor<900xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.remainder %n, %seven : tensor<900xi32>
  %1 = stablehlo.remainder %n, %five : tensor<900xi32>
  %2 = stablehlo.convert %0 : (tensor<900xi32>) -> tensor<900xf32>
  %3 = stablehlo.convert %1 : (tensor<900xi32>) -> tensor<900xf32>
  %a = stablehlo.reshape %2 : (tensor<900xf32>) -> tensor<100x3x3xf32>
  %b = stablehlo.reshape %3 : (tensor<900xf32>) -> tensor<100x3x3xf32>

  %product = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<100x3x3xf32>, tensor<100x3x3xf32>) -> tensor<100x3x3xf32>
  %left = stablehlo.broadcast_in_dim %a, dims = [0, 1, 3] : (tensor<100x3x3xf32>) -> tensor<100x3x3x3xf32>
  %right = stablehlo.broadcast_in_dim %b, dims = [0, 3, 2] : (tensor<100x3x3xf32>) -> tensor<100x3x3x3xf32>
  %products = stablehlo.multiply %left, %right : tensor<100x3x3x3xf32>
  %sums = stablehlo.reduce(%products init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<100x3x3x3xf32>, tensor<f32>) -> tensor<100x3x3xf32>
  check.expect_eq %product, %sums : tensor<100x3x3xf32>

  %turned = stablehlo.dot_general %b, %a, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<100x3x3xf32>, tensor<100x3x3xf32>) -> tensor<100x3x3xf32>
  %back = stablehlo.transpose %turned, dims = [0, 2, 1] : (tensor<100x3x3xf32>) -> tensor<100x3x3xf32>
  check.expect_eq %back, %sums : tensor<100x3x3xf32>

  %points = stablehlo.reshape %2 : (tensor<900xf32>) -> tensor<300x3xf32>
  %matrix = stablehlo.slice %3 [1:10] : (tensor<900xf32>) -> tensor<9xf32>
  %square = stablehlo.reshape %matrix : (tensor<9xf32>) -> tensor<3x3xf32>
  %moved = stablehlo.dot_general %points, %square, contracting_dims = [1] x [0] : (tensor<300x3xf32>, tensor<3x3xf32>) -> tensor<300x3xf32>
  %each = stablehlo.broadcast_in_dim %points, dims = [0, 2] : (tensor<300x3xf32>) -> tensor<300x3x3xf32>
  %same = stablehlo.broadcast_in_dim %square, dims = [2, 1] : (tensor<3x3xf32>) -> tensor<300x3x3xf32>
  %all = stablehlo.multiply %each, %same : tensor<300x3x3xf32>
  %wanted = stablehlo.reduce(%all init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<300x3x3xf32>, tensor<f32>) -> tensor<300x3xf32>
  check.expect_eq %moved, %wanted : tensor<300x3xf32>
  return
}
