// Elementwise work on what is put together of parts is done piece by piece: rolls of rolls, parts that are computed, two
// readers, a reader that goes backwards, one that repeats what it reads; whole and by devices.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private --threads=2
// RUN: sdyc run %s --jit=cc
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main() {
  %rows = stablehlo.iota dim = 0 : tensor<128x256xi32>
  %columns = stablehlo.iota dim = 1 : tensor<128x256xi32>
  %wide = stablehlo.constant dense<256> : tensor<128x256xi32>
  %two = stablehlo.constant dense<2> : tensor<128x256xi32>
  %high = stablehlo.constant dense<128> : tensor<128x256xi32>
  %first = stablehlo.multiply %rows, %wide : tensor<128x256xi32>
  %index = stablehlo.add %first, %columns : tensor<128x256xi32>
  %held = stablehlo.optimization_barrier %index : tensor<128x256xi32>
  %x = sdy.sharding_constraint %held <@mesh, [{"a"}, {"b"}]> : tensor<128x256xi32>

  %0 = stablehlo.slice %x [125:128, 0:256] : (tensor<128x256xi32>) -> tensor<3x256xi32>
  %1 = stablehlo.slice %x [0:125, 0:256] : (tensor<128x256xi32>) -> tensor<125x256xi32>
  %down = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x256xi32>, tensor<125x256xi32>) -> tensor<128x256xi32>
  %2 = stablehlo.slice %down [0:128, 40:256] : (tensor<128x256xi32>) -> tensor<128x216xi32>
  %3 = stablehlo.slice %down [0:128, 0:40] : (tensor<128x256xi32>) -> tensor<128x40xi32>
  %left = stablehlo.concatenate %2, %3, dim = 1 : (tensor<128x216xi32>, tensor<128x40xi32>) -> tensor<128x256xi32>
  %back = stablehlo.reverse %left, dims = [1] : tensor<128x256xi32>
  %4 = stablehlo.multiply %back, %two : tensor<128x256xi32>
  %5 = stablehlo.add %left, %4 : tensor<128x256xi32>
  %stencil = stablehlo.add %5, %x : tensor<128x256xi32>

  %c125 = stablehlo.constant dense<125> : tensor<128x256xi32>
  %c40 = stablehlo.constant dense<40> : tensor<128x256xi32>
  %c295 = stablehlo.constant dense<295> : tensor<128x256xi32>
  %6 = stablehlo.add %rows, %c125 : tensor<128x256xi32>
  %7 = stablehlo.remainder %6, %high : tensor<128x256xi32>
  %8 = stablehlo.multiply %7, %wide : tensor<128x256xi32>
  %9 = stablehlo.add %columns, %c40 : tensor<128x256xi32>
  %10 = stablehlo.remainder %9, %wide : tensor<128x256xi32>
  %11 = stablehlo.subtract %c295, %columns : tensor<128x256xi32>
  %12 = stablehlo.remainder %11, %wide : tensor<128x256xi32>
  %13 = stablehlo.add %8, %10 : tensor<128x256xi32>
  %14 = stablehlo.add %8, %12 : tensor<128x256xi32>
  %15 = stablehlo.multiply %14, %two : tensor<128x256xi32>
  %16 = stablehlo.add %13, %15 : tensor<128x256xi32>
  %wanted = stablehlo.add %16, %index : tensor<128x256xi32>
  check.expect_eq %stencil, %wanted : tensor<128x256xi32>

  // Parts that are computed, and two readers in kernels of their own.
  %20 = stablehlo.slice %x [0:128, 100:256] : (tensor<128x256xi32>) -> tensor<128x156xi32>
  %21 = stablehlo.negate %20 : tensor<128x156xi32>
  %22 = stablehlo.slice %x [0:128, 0:100] : (tensor<128x256xi32>) -> tensor<128x100xi32>
  %joined = stablehlo.concatenate %21, %22, dim = 1 : (tensor<128x156xi32>, tensor<128x100xi32>) -> tensor<128x256xi32>
  %once = stablehlo.add %joined, %x : tensor<128x256xi32>
  %turned = stablehlo.transpose %joined, dims = [1, 0] : (tensor<128x256xi32>) -> tensor<256x128xi32>
  %twos = stablehlo.constant dense<2> : tensor<256x128xi32>
  %twice = stablehlo.multiply %turned, %twos : tensor<256x128xi32>
  %23 = stablehlo.slice %once [17:18, 155:157] : (tensor<128x256xi32>) -> tensor<1x2xi32>
  check.expect_eq_const %23, dense<[[-100, 8860]]> : tensor<1x2xi32>
  %24 = stablehlo.slice %twice [155:157, 17:18] : (tensor<256x128xi32>) -> tensor<2x1xi32>
  check.expect_eq_const %24, dense<[[-9214], [8704]]> : tensor<2x1xi32>

  // Repeated along a dimension that it does not have.
  %30 = stablehlo.slice %x [0:128, 0:192] : (tensor<128x256xi32>) -> tensor<128x192xi32>
  %31 = stablehlo.slice %x [0:128, 192:256] : (tensor<128x256xi32>) -> tensor<128x64xi32>
  %swapped = stablehlo.concatenate %31, %30, dim = 1 : (tensor<128x64xi32>, tensor<128x192xi32>) -> tensor<128x256xi32>
  %spread = stablehlo.broadcast_in_dim %swapped, dims = [1, 2] : (tensor<128x256xi32>) -> tensor<3x128x256xi32>
  %layer = stablehlo.iota dim = 0 : tensor<3x128x256xi32>
  %layers = stablehlo.add %spread, %layer : tensor<3x128x256xi32>
  %32 = stablehlo.slice %layers [2:3, 5:6, 63:65] : (tensor<3x128x256xi32>) -> tensor<1x1x2xi32>
  check.expect_eq_const %32, dense<[[[1537, 1282]]]> : tensor<1x1x2xi32>

  // Padding, of which each element is written once, or computed with what reads it.
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %padded = stablehlo.pad %x, %seven, low = [1, 2], high = [3, 1], interior = [0, 0] : (tensor<128x256xi32>, tensor<i32>) -> tensor<132x259xi32>
  %40 = stablehlo.slice %padded [0:128, 0:256] : (tensor<132x259xi32>) -> tensor<128x256xi32>
  %41 = stablehlo.slice %padded [4:132, 3:259] : (tensor<132x259xi32>) -> tensor<128x256xi32>
  %windows = stablehlo.add %40, %41 : tensor<128x256xi32>
  %42 = stablehlo.slice %windows [0:128:127, 0:256:255] : (tensor<128x256xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %42, dense<[[776, 14], [14, 32516]]> : tensor<2x2xi32>
  %43 = stablehlo.slice %windows [5:6, 7:8] : (tensor<128x256xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %43, dense<3085> : tensor<1x1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %cropped = stablehlo.pad %x, %seven, low = [-1, 2], high = [1, -3], interior = [0, 0] : (tensor<128x256xi32>, tensor<i32>) -> tensor<128x255xi32>
  %stored = stablehlo.optimization_barrier %cropped : tensor<128x255xi32>
  %44 = stablehlo.reduce(%stored init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<128x255xi32>, tensor<i32>) -> tensor<255xi32>
  %45 = stablehlo.slice %44 [1:3] : (tensor<255xi32>) -> tensor<2xi32>
  check.expect_eq_const %45, dense<[896, 2080775]> : tensor<2xi32>

  // A reader of nothing.
  %none = stablehlo.slice %swapped [0:0, 1:2] : (tensor<128x256xi32>) -> tensor<0x1xi32>
  %nothing = stablehlo.negate %none : tensor<0x1xi32>
  check.expect_eq_const %nothing, dense<> : tensor<0x1xi32>
  return
}
