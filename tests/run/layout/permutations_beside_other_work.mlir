// Large permutations beside other work, of sizes that no block divides: before it, behind it, of dimensions in the middle,
// of a tensor that is read in its own order as well.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<60291xf32>
  %held = stablehlo.optimization_barrier %n : tensor<60291xf32>
  %a = stablehlo.reshape %held : (tensor<60291xf32>) -> tensor<297x203xf32>
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<297x203xf32>) -> tensor<203x297xf32>
  %b = stablehlo.reshape %held : (tensor<60291xf32>) -> tensor<203x297xf32>
  %sum = stablehlo.add %t, %b : tensor<203x297xf32>
  %i = stablehlo.iota dim = 0 : tensor<203x297xf32>
  %j = stablehlo.iota dim = 1 : tensor<203x297xf32>
  %c203 = stablehlo.constant dense<203.0> : tensor<203x297xf32>
  %c297 = stablehlo.constant dense<297.0> : tensor<203x297xf32>
  %0 = stablehlo.multiply %j, %c203 : tensor<203x297xf32>
  %1 = stablehlo.add %0, %i : tensor<203x297xf32>
  %2 = stablehlo.multiply %i, %c297 : tensor<203x297xf32>
  %3 = stablehlo.add %2, %j : tensor<203x297xf32>
  %wanted = stablehlo.add %1, %3 : tensor<203x297xf32>
  check.expect_eq %sum, %wanted : tensor<203x297xf32>
  // Computed first, and permuted then.
  %two = stablehlo.constant dense<2.0> : tensor<297x203xf32>
  %double = stablehlo.multiply %a, %two : tensor<297x203xf32>
  %heldd = stablehlo.optimization_barrier %double : tensor<297x203xf32>
  %square = stablehlo.add %heldd, %a : tensor<297x203xf32>
  %tsquare = stablehlo.transpose %square, dims = [1, 0] : (tensor<297x203xf32>) -> tensor<203x297xf32>
  %three = stablehlo.constant dense<3.0> : tensor<203x297xf32>
  %wanted2 = stablehlo.multiply %1, %three : tensor<203x297xf32>
  check.expect_eq %tsquare, %wanted2 : tensor<203x297xf32>
  // A square matrix and its transpose.
  %m = stablehlo.iota dim = 0 : tensor<59049xf32>
  %heldm = stablehlo.optimization_barrier %m : tensor<59049xf32>
  %s = stablehlo.reshape %heldm : (tensor<59049xf32>) -> tensor<243x243xf32>
  %ts = stablehlo.transpose %s, dims = [1, 0] : (tensor<243x243xf32>) -> tensor<243x243xf32>
  %minus = stablehlo.subtract %s, %ts : tensor<243x243xf32>
  %tminus = stablehlo.transpose %minus, dims = [1, 0] : (tensor<243x243xf32>) -> tensor<243x243xf32>
  %back = stablehlo.negate %tminus : tensor<243x243xf32>
  check.expect_eq %back, %minus : tensor<243x243xf32>
  return
}
