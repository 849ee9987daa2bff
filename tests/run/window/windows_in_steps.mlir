// Windows over several dimensions in steps: the initial value counts once, padding and dilation as ever.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %i = stablehlo.iota dim = 0 : tensor<5x6xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x6xi32>
  %ten = stablehlo.constant dense<10> : tensor<5x6xi32>
  %s = stablehlo.multiply %i, %ten : tensor<5x6xi32>
  %x = stablehlo.add %s, %j : tensor<5x6xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %seven) <{window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<5x6xi32>, tensor<i32>) -> tensor<2x5xi32>
  check.expect_eq_const %0, dense<[[43, 49, 55, 61, 45], [196, 205, 214, 223, 154]]> : tensor<2x5xi32>
  %least = stablehlo.constant dense<-100> : tensor<i32>
  %1 = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 2, 4>, window_dilations = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<5x6xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[33, 34, 35], [43, 44, 45]]> : tensor<2x3xi32>
  return
}
