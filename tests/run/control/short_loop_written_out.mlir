// A short loop over large tensors is written out: two that change places, and the counter, end as they should.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
func.func public @main() {
  %x = stablehlo.iota dim = 0 : tensor<5000xi32>
  %y = stablehlo.constant dense<7> : tensor<5000xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %one, %a = %x, %b = %y) : tensor<i32>, tensor<5000xi32>, tensor<5000xi32>
  cond {
    %c = stablehlo.constant dense<8> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.add %a, %b : tensor<5000xi32>
    %2 = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %3 = stablehlo.add %1, %2 : tensor<5000xi32>
    %4 = stablehlo.add %i, %c : tensor<i32>
    stablehlo.return %4, %b, %3 : tensor<i32>, tensor<5000xi32>, tensor<5000xi32>
  }
  // Turns at 1, 4 and 7: (x, 7), (7, x + 8), (x + 8, x + 19), (x + 19, 2 x + 34).
  check.expect_eq_const %0#0, dense<10> : tensor<i32>
  %n = stablehlo.constant dense<19> : tensor<5000xi32>
  %a = stablehlo.add %x, %n : tensor<5000xi32>
  check.expect_eq %0#1, %a : tensor<5000xi32>
  %m = stablehlo.constant dense<34> : tensor<5000xi32>
  %xx = stablehlo.add %x, %x : tensor<5000xi32>
  %b = stablehlo.add %xx, %m : tensor<5000xi32>
  check.expect_eq %0#2, %b : tensor<5000xi32>
  return
}
