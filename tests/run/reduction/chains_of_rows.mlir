// Rows of a chain are those of the same program with so few rows that it has none. The number of rows is prime.
// RUN: sdyc run %s --threads=1
// RUN: sdyc run %s --threads=7
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %line = stablehlo.iota dim = 0 : tensor<308600xf32>
  %few = stablehlo.constant dense<97.0> : tensor<308600xf32>
  %rest = stablehlo.remainder %line, %few : tensor<308600xf32>
  %wave = stablehlo.sine %rest : tensor<308600xf32>
  %a = stablehlo.reshape %wave : (tensor<308600xf32>) -> tensor<1543x200xf32>
  %max0 = stablehlo.reduce(%a init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<1543x200xf32>, tensor<f32>) -> tensor<1543xf32>
  %maxes0 = stablehlo.broadcast_in_dim %max0, dims = [0] : (tensor<1543xf32>) -> tensor<1543x200xf32>
  %shifted0 = stablehlo.subtract %a, %maxes0 : tensor<1543x200xf32>
  %exp0 = stablehlo.exponential %shifted0 : tensor<1543x200xf32>
  %sum0 = stablehlo.reduce(%exp0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1543x200xf32>, tensor<f32>) -> tensor<1543xf32>
  %sums0 = stablehlo.broadcast_in_dim %sum0, dims = [0] : (tensor<1543xf32>) -> tensor<1543x200xf32>
  %result0 = stablehlo.divide %exp0, %sums0 : tensor<1543x200xf32>
  %part1 = stablehlo.slice %a [0:5, 0:200] : (tensor<1543x200xf32>) -> tensor<5x200xf32>
  %max1 = stablehlo.reduce(%part1 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<5x200xf32>, tensor<f32>) -> tensor<5xf32>
  %maxes1 = stablehlo.broadcast_in_dim %max1, dims = [0] : (tensor<5xf32>) -> tensor<5x200xf32>
  %shifted1 = stablehlo.subtract %part1, %maxes1 : tensor<5x200xf32>
  %exp1 = stablehlo.exponential %shifted1 : tensor<5x200xf32>
  %sum1 = stablehlo.reduce(%exp1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x200xf32>, tensor<f32>) -> tensor<5xf32>
  %sums1 = stablehlo.broadcast_in_dim %sum1, dims = [0] : (tensor<5xf32>) -> tensor<5x200xf32>
  %result1 = stablehlo.divide %exp1, %sums1 : tensor<5x200xf32>
  %rows1 = stablehlo.slice %result0 [0:5, 0:200] : (tensor<1543x200xf32>) -> tensor<5x200xf32>
  check.expect_eq %rows1, %result1 : tensor<5x200xf32>
  %part2 = stablehlo.slice %a [700:703, 0:200] : (tensor<1543x200xf32>) -> tensor<3x200xf32>
  %max2 = stablehlo.reduce(%part2 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %maxes2 = stablehlo.broadcast_in_dim %max2, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %shifted2 = stablehlo.subtract %part2, %maxes2 : tensor<3x200xf32>
  %exp2 = stablehlo.exponential %shifted2 : tensor<3x200xf32>
  %sum2 = stablehlo.reduce(%exp2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %sums2 = stablehlo.broadcast_in_dim %sum2, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %result2 = stablehlo.divide %exp2, %sums2 : tensor<3x200xf32>
  %rows2 = stablehlo.slice %result0 [700:703, 0:200] : (tensor<1543x200xf32>) -> tensor<3x200xf32>
  check.expect_eq %rows2, %result2 : tensor<3x200xf32>
  %part3 = stablehlo.slice %a [1538:1543, 0:200] : (tensor<1543x200xf32>) -> tensor<5x200xf32>
  %max3 = stablehlo.reduce(%part3 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<5x200xf32>, tensor<f32>) -> tensor<5xf32>
  %maxes3 = stablehlo.broadcast_in_dim %max3, dims = [0] : (tensor<5xf32>) -> tensor<5x200xf32>
  %shifted3 = stablehlo.subtract %part3, %maxes3 : tensor<5x200xf32>
  %exp3 = stablehlo.exponential %shifted3 : tensor<5x200xf32>
  %sum3 = stablehlo.reduce(%exp3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x200xf32>, tensor<f32>) -> tensor<5xf32>
  %sums3 = stablehlo.broadcast_in_dim %sum3, dims = [0] : (tensor<5xf32>) -> tensor<5x200xf32>
  %result3 = stablehlo.divide %exp3, %sums3 : tensor<5x200xf32>
  %rows3 = stablehlo.slice %result0 [1538:1543, 0:200] : (tensor<1543x200xf32>) -> tensor<5x200xf32>
  check.expect_eq %rows3, %result3 : tensor<5x200xf32>
  return
}
