// Padding by reflection and rolls along both dimensions of a tensor that is larger than what stays together.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %rows = stablehlo.iota dim = 0 : tensor<150x160xi32>
  %columns = stablehlo.iota dim = 1 : tensor<150x160xi32>
  %c1000 = stablehlo.constant dense<1000> : tensor<150x160xi32>
  %scaled = stablehlo.multiply %rows, %c1000 : tensor<150x160xi32>
  %x = stablehlo.add %scaled, %columns : tensor<150x160xi32>
  %0 = stablehlo.slice %x [1:3, 0:160] : (tensor<150x160xi32>) -> tensor<2x160xi32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<2x160xi32>
  %2 = stablehlo.concatenate %1, %x, dim = 0 : (tensor<2x160xi32>, tensor<150x160xi32>) -> tensor<152x160xi32>
  %3 = stablehlo.slice %2 [149:151, 0:160] : (tensor<152x160xi32>) -> tensor<2x160xi32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<2x160xi32>
  %5 = stablehlo.concatenate %2, %4, dim = 0 : (tensor<152x160xi32>, tensor<2x160xi32>) -> tensor<154x160xi32>
  %6 = stablehlo.slice %5 [0:154, 1:3] : (tensor<154x160xi32>) -> tensor<154x2xi32>
  %7 = stablehlo.reverse %6, dims = [1] : tensor<154x2xi32>
  %8 = stablehlo.concatenate %7, %5, dim = 1 : (tensor<154x2xi32>, tensor<154x160xi32>) -> tensor<154x162xi32>
  %corner = stablehlo.slice %8 [0:4, 0:4] : (tensor<154x162xi32>) -> tensor<4x4xi32>
  check.expect_eq_const %corner, dense<[[2002, 2001, 2000, 2001], [1002, 1001, 1000, 1001], [2, 1, 0, 1], [1002, 1001, 1000, 1001]]> : tensor<4x4xi32>
  %end = stablehlo.slice %8 [151:154, 159:162] : (tensor<154x162xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %end, dense<[[149157, 149158, 149159], [148157, 148158, 148159], [147157, 147158, 147159]]> : tensor<3x3xi32>
  // The slice has a part of both operands, and the rest of it none.
  %9 = stablehlo.slice %8 [1:151, 1:161] : (tensor<154x162xi32>) -> tensor<150x160xi32>
  %10 = stablehlo.reverse %9, dims = [0, 1] : tensor<150x160xi32>
  %11 = stablehlo.concatenate %10, %x, dim = 0 : (tensor<150x160xi32>, tensor<150x160xi32>) -> tensor<300x160xi32>
  %some = stablehlo.slice %11 [147:152, 157:160] : (tensor<300x160xi32>) -> tensor<5x3xi32>
  check.expect_eq_const %some, dense<[[1001, 1000, 1001], [1, 0, 1], [1001, 1000, 1001], [157, 158, 159], [1157, 1158, 1159]]> : tensor<5x3xi32>
  %a = stablehlo.slice %x [147:150, 0:160] : (tensor<150x160xi32>) -> tensor<3x160xi32>
  %b = stablehlo.slice %x [0:147, 0:160] : (tensor<150x160xi32>) -> tensor<147x160xi32>
  %down = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x160xi32>, tensor<147x160xi32>) -> tensor<150x160xi32>
  %c = stablehlo.slice %down [0:150, 155:160] : (tensor<150x160xi32>) -> tensor<150x5xi32>
  %d = stablehlo.slice %down [0:150, 0:155] : (tensor<150x160xi32>) -> tensor<150x155xi32>
  %rolled = stablehlo.concatenate %c, %d, dim = 1 : (tensor<150x5xi32>, tensor<150x155xi32>) -> tensor<150x160xi32>
  %middle = stablehlo.slice %rolled [2:4, 4:6] : (tensor<150x160xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %middle, dense<[[149159, 149000], [159, 0]]> : tensor<2x2xi32>
  return
}
