// Tensors whose elements are repeated by a broadcast and a reshape: read by others, at other places than their own, and
// twice with different factors.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func private @twice(%x: tensor<3x5xi32>) -> tensor<6x5xi32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<3x5xi32>) -> tensor<3x2x5xi32>
  %1 = stablehlo.reshape %0 : (tensor<3x2x5xi32>) -> tensor<6x5xi32>
  return %1 : tensor<6x5xi32>
}
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<15xi32>
  %held = stablehlo.optimization_barrier %n : tensor<15xi32>
  %x = stablehlo.reshape %held : (tensor<15xi32>) -> tensor<3x5xi32>
  %rows = call @twice(%x) : (tensor<3x5xi32>) -> tensor<6x5xi32>
  // Row i of the repeated is row i / 2.
  %i = stablehlo.iota dim = 0 : tensor<6x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<6x5xi32>
  %two = stablehlo.constant dense<2> : tensor<6x5xi32>
  %five = stablehlo.constant dense<5> : tensor<6x5xi32>
  %half = stablehlo.divide %i, %two : tensor<6x5xi32>
  %begin = stablehlo.multiply %half, %five : tensor<6x5xi32>
  %wanted = stablehlo.add %begin, %j : tensor<6x5xi32>
  %sum = stablehlo.add %rows, %wanted : tensor<6x5xi32>
  %double = stablehlo.multiply %wanted, %two : tensor<6x5xi32>
  check.expect_eq %sum, %double : tensor<6x5xi32>
  // Permuted, and repeated along both dimensions.
  %turned = stablehlo.transpose %rows, dims = [1, 0] : (tensor<6x5xi32>) -> tensor<5x6xi32>
  %wide = stablehlo.broadcast_in_dim %turned, dims = [0, 2] : (tensor<5x6xi32>) -> tensor<5x3x6xi32>
  %flat = stablehlo.reshape %wide : (tensor<5x3x6xi32>) -> tensor<15x6xi32>
  check.expect_eq_const %flat, dense<[[0,0,5,5,10,10],[0,0,5,5,10,10],[0,0,5,5,10,10],[1,1,6,6,11,11],[1,1,6,6,11,11],
    [1,1,6,6,11,11],[2,2,7,7,12,12],[2,2,7,7,12,12],[2,2,7,7,12,12],[3,3,8,8,13,13],[3,3,8,8,13,13],[3,3,8,8,13,13],
    [4,4,9,9,14,14],[4,4,9,9,14,14],[4,4,9,9,14,14]]> : tensor<15x6xi32>
  // At other places, and where another tensor repeats otherwise.
  %part = stablehlo.slice %rows [1:6:2, 1:4] : (tensor<6x5xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %part, dense<[[1,2,3],[6,7,8],[11,12,13]]> : tensor<3x3xi32>
  %y = stablehlo.slice %x [0:2, 0:5] : (tensor<3x5xi32>) -> tensor<2x5xi32>
  %y3 = stablehlo.broadcast_in_dim %y, dims = [0, 2] : (tensor<2x5xi32>) -> tensor<2x3x5xi32>
  %thrice = stablehlo.reshape %y3 : (tensor<2x3x5xi32>) -> tensor<6x5xi32>
  %minus = stablehlo.subtract %rows, %thrice : tensor<6x5xi32>
  check.expect_eq_const %minus, dense<[[0,0,0,0,0],[0,0,0,0,0],[5,5,5,5,5],[0,0,0,0,0],[5,5,5,5,5],[5,5,5,5,5]]> : tensor<6x5xi32>
  return
}
