// Products of bytes are summed exactly: here sums are long and of the largest numbers, and they
// wrap around where the result is a byte.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<-128> : tensor<5x1300xi8>
  %b = stablehlo.constant dense<-128> : tensor<1300x7xi8>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x1300xi8>, tensor<1300x7xi8>) -> tensor<5x7xi32>
  check.expect_eq_const %0, dense<21299200> : tensor<5x7xi32>
  %c = stablehlo.constant dense<255> : tensor<5x1300xui8>
  %d = stablehlo.constant dense<255> : tensor<7x1300xui8>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [1] : (tensor<5x1300xui8>, tensor<7x1300xui8>) -> tensor<5x7xi32>
  check.expect_eq_const %1, dense<84532500> : tensor<5x7xi32>
  %e = stablehlo.constant dense<127> : tensor<7x1300xi8>
  %2 = stablehlo.dot_general %a, %e, contracting_dims = [1] x [1] : (tensor<5x1300xi8>, tensor<7x1300xi8>) -> tensor<5x7xi8>
  check.expect_eq_const %2, dense<0> : tensor<5x7xi8>
  %i = stablehlo.iota dim = 1 : tensor<5x300xi8>
  %3 = stablehlo.dot_general %i, %i, contracting_dims = [1] x [1] : (tensor<5x300xi8>, tensor<5x300xi8>) -> tensor<5x5xi8>
  check.expect_eq_const %3, dense<-86> : tensor<5x5xi8>
  return
}
