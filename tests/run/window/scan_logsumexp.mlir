// Fixed: the running logarithm of a sum of exponentials lost what is left of it near 0, for it added
// 1 to the sum of all but the greatest element before it took the logarithm.
// RUN: sdyc run %s
func.func public @main() {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %columns = stablehlo.constant dense<[[-4.52010155, -0.0322545208, 0xFF800000, 0x7F800000, 0xFF800000], [-0.0322545208, -4.52010155, -2.0, 1.0, 0xFF800000]]> : tensor<2x5xf32>
  %across = "stablehlo.reduce_window"(%columns, %low) <{window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    %2 = stablehlo.subtract %x, %y : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %x, %y : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  %expected = stablehlo.constant dense<[[-4.52010155, -0.0322545208, 0xFF800000, 0x7F800000, 0xFF800000], [-0.0210724454, -0.0210724454, -2.0, 0x7F800000, 0xFF800000]]> : tensor<2x5xf32>
  check.expect_close %across, %expected, max_ulp_difference = 4 : tensor<2x5xf32>, tensor<2x5xf32>
  %lines = stablehlo.transpose %columns, dims = [1, 0] : (tensor<2x5xf32>) -> tensor<5x2xf32>
  %along = "stablehlo.reduce_window"(%lines, %low) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    %2 = stablehlo.subtract %x, %y : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %x, %y : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xf32>
  %turned = stablehlo.transpose %along, dims = [1, 0] : (tensor<5x2xf32>) -> tensor<2x5xf32>
  check.expect_close %turned, %expected, max_ulp_difference = 4 : tensor<2x5xf32>, tensor<2x5xf32>
  // One long line in parts: log(n e^x), with n = 2^20 and x = -log(2^20).
  %equal = stablehlo.constant dense<-13.8629436> : tensor<1048576xf32>
  %long = "stablehlo.reduce_window"(%equal, %low) <{window_dimensions = array<i64: 1048576>, padding = dense<[[1048575, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    %2 = stablehlo.subtract %x, %y : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %x, %y : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<1048576xf32>, tensor<f32>) -> tensor<1048576xf32>
  %end = stablehlo.slice %long [1048575:1048576] : (tensor<1048576xf32>) -> tensor<1xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<1xf32>
  check.expect_almost_eq %end, %zero, tolerance = 2.0e-6 : tensor<1xf32>
  return
}
