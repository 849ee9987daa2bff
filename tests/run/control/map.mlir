// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = stablehlo.constant dense<[[6, 5, 4], [3, 2, 1]]> : tensor<2x3xi32>
  %0 = "stablehlo.map"(%a, %b) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %p = stablehlo.multiply %x, %y : tensor<i32>
    %q = stablehlo.add %p, %two : tensor<i32>
    stablehlo.return %q : tensor<i32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[8, 12, 14], [14, 12, 8]]> : tensor<2x3xi32>
  // The result has elements of another type; one operand, of no dimensions.
  %s = stablehlo.constant dense<7> : tensor<i32>
  %1 = "stablehlo.map"(%s) ({
  ^bb0(%x: tensor<i32>):
    %c = stablehlo.convert %x : (tensor<i32>) -> tensor<f32>
    %e = stablehlo.negate %c : tensor<f32>
    stablehlo.return %e : tensor<f32>
  }) {dimensions = array<i64>} : (tensor<i32>) -> tensor<f32>
  check.expect_eq_const %1, dense<-7.0> : tensor<f32>
  return
}
