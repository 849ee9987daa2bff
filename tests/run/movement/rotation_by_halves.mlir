// Rotations by halves: parts of a tensor that one kernel writes, over a tensor that is read in
// another order, and in place.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func private @rotate(%x: tensor<5x7x2xf32>) -> tensor<5x7x2xf32> {
  %a = stablehlo.slice %x [0:5, 0:7, 0:1] : (tensor<5x7x2xf32>) -> tensor<5x7x1xf32>
  %b = stablehlo.slice %x [0:5, 0:7, 1:2] : (tensor<5x7x2xf32>) -> tensor<5x7x1xf32>
  %minus = stablehlo.negate %b : tensor<5x7x1xf32>
  %sum = stablehlo.add %a, %b : tensor<5x7x1xf32>
  %plus = stablehlo.subtract %sum, %b : tensor<5x7x1xf32>
  %r = stablehlo.concatenate %minus, %plus, dim = 2 : (tensor<5x7x1xf32>, tensor<5x7x1xf32>) -> tensor<5x7x2xf32>
  return %r : tensor<5x7x2xf32>
}
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<70xf32>
  %x = stablehlo.reshape %n : (tensor<70xf32>) -> tensor<5x7x2xf32>
  %y = call @rotate(%x) : (tensor<5x7x2xf32>) -> tensor<5x7x2xf32>
  %z = call @rotate(%y) : (tensor<5x7x2xf32>) -> tensor<5x7x2xf32>
  %minus = stablehlo.negate %x : tensor<5x7x2xf32>
  check.expect_eq %z, %minus : tensor<5x7x2xf32>
  %first = stablehlo.slice %y [0:1, 0:1, 0:2] : (tensor<5x7x2xf32>) -> tensor<1x1x2xf32>
  check.expect_eq_const %first, dense<[[[-1.0, 0.0]]]> : tensor<1x1x2xf32>

  // A sum with a transposed operand, of sizes that no block divides.
  %m = stablehlo.iota dim = 0 : tensor<8777xf32>
  %big = stablehlo.reshape %m : (tensor<8777xf32>) -> tensor<67x131xf32>
  %t = stablehlo.transpose %big, dims = [1, 0] : (tensor<67x131xf32>) -> tensor<131x67xf32>
  %other = stablehlo.reshape %m : (tensor<8777xf32>) -> tensor<131x67xf32>
  %sum = stablehlo.add %t, %other : tensor<131x67xf32>
  %back = stablehlo.transpose %sum, dims = [1, 0] : (tensor<131x67xf32>) -> tensor<67x131xf32>
  %back_other = stablehlo.transpose %other, dims = [1, 0] : (tensor<131x67xf32>) -> tensor<67x131xf32>
  %same = stablehlo.subtract %back, %back_other : tensor<67x131xf32>
  check.expect_eq %same, %big : tensor<67x131xf32>
  %i = stablehlo.iota dim = 0 : tensor<131x67xf32>
  %j = stablehlo.iota dim = 1 : tensor<131x67xf32>
  %width = stablehlo.constant dense<131.0> : tensor<131x67xf32>
  %rows = stablehlo.multiply %j, %width : tensor<131x67xf32>
  %at = stablehlo.add %rows, %i : tensor<131x67xf32>
  %want = stablehlo.add %at, %other : tensor<131x67xf32>
  check.expect_eq %sum, %want : tensor<131x67xf32>
  return
}
