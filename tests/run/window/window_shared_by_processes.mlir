// A window of which processes share one operand: what it reads of that was read ahead of the loop over processes, and
// so ahead of the guard that keeps it from what lies far before the operand.
// RUN: sdyc run %s
func.func @program(%b: tensor<13xf32>) -> tensor<4xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0]> : tensor<13xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = "stablehlo.reduce_window"(%a, %b, %c, %c) <{padding = dense<[[3000000000, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1000000000>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<f32>, %v: tensor<f32>):
    %s = stablehlo.add %x, %u : tensor<f32>
    %t = stablehlo.maximum %y, %v : tensor<f32>
    stablehlo.return %s, %t : tensor<f32>, tensor<f32>
  }) : (tensor<13xf32>, tensor<13xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = stablehlo.add %0#0, %0#1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func public @main() {
  %a = stablehlo.iota dim = 0 : tensor<13xf32>
  %b = stablehlo.constant dense<2.0> : tensor<13xf32>
  %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@program, @program]]} : (tensor<13xf32>, tensor<13xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  check.expect_eq_const %0#0, dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xf32>
  check.expect_eq_const %0#1, dense<[0.0, 0.0, 0.0, 3.0]> : tensor<4xf32>
  return
}
