// Rolls by numbers known at run time, among them such that are out of range.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %rows = stablehlo.iota dim = 0 : tensor<5x16xi32>
  %columns = stablehlo.iota dim = 1 : tensor<5x16xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %minus = stablehlo.constant dense<-3> : tensor<i32>
  %many = stablehlo.constant dense<9> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %byte = stablehlo.constant dense<200> : tensor<ui8>
  %nothing = stablehlo.constant dense<0> : tensor<ui8>
  %twice = stablehlo.concatenate %rows, %rows, dim = 0 : (tensor<5x16xi32>, tensor<5x16xi32>) -> tensor<10x16xi32>
  %a = stablehlo.dynamic_slice %twice, %two, %zero, sizes = [5, 16] : (tensor<10x16xi32>, tensor<i32>, tensor<i32>) -> tensor<5x16xi32>
  %b = stablehlo.dynamic_slice %twice, %minus, %many, sizes = [5, 16] : (tensor<10x16xi32>, tensor<i32>, tensor<i32>) -> tensor<5x16xi32>
  %c = stablehlo.dynamic_slice %twice, %many, %zero, sizes = [5, 16] : (tensor<10x16xi32>, tensor<i32>, tensor<i32>) -> tensor<5x16xi32>
  %d = stablehlo.dynamic_slice %twice, %byte, %nothing, sizes = [5, 16] : (tensor<10x16xi32>, tensor<ui8>, tensor<ui8>) -> tensor<5x16xi32>
  %first = stablehlo.slice %a [0:5, 3:4] : (tensor<5x16xi32>) -> tensor<5x1xi32>
  check.expect_eq_const %first, dense<[[2], [3], [4], [0], [1]]> : tensor<5x1xi32>
  check.expect_eq %b, %rows : tensor<5x16xi32>
  check.expect_eq %c, %rows : tensor<5x16xi32>
  check.expect_eq %d, %rows : tensor<5x16xi32>
  %wide = stablehlo.concatenate %columns, %columns, dim = 1 : (tensor<5x16xi32>, tensor<5x16xi32>) -> tensor<5x32xi32>
  %e = stablehlo.dynamic_slice %wide, %zero, %two, sizes = [5, 16] : (tensor<5x32xi32>, tensor<i32>, tensor<i32>) -> tensor<5x16xi32>
  %line = stablehlo.slice %e [4:5, 12:16] : (tensor<5x16xi32>) -> tensor<1x4xi32>
  check.expect_eq_const %line, dense<[[14, 15, 0, 1]]> : tensor<1x4xi32>
  return
}
