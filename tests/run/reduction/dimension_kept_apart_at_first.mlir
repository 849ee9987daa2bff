// Reductions that keep one of their dimensions apart at first: sums and maxima of whole numbers, which are
// exact in any order, of several types and with more dimensions reduced than one.
//
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --reduce=device-order
func.func public @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %i = stablehlo.iota dim = 1 : tensor<16x1568x4x8xi32>
  %k = stablehlo.iota dim = 3 : tensor<16x1568x4x8xi32>
  %g = stablehlo.iota dim = 2 : tensor<16x1568x4x8xi32>
  %ik = stablehlo.multiply %i, %k : tensor<16x1568x4x8xi32>
  %all = stablehlo.add %ik, %g : tensor<16x1568x4x8xi32>
  %x = stablehlo.optimization_barrier %all : tensor<16x1568x4x8xi32>
  %f = stablehlo.convert %x : (tensor<16x1568x4x8xi32>) -> tensor<16x1568x4x8xf32>
  %floats = stablehlo.optimization_barrier %f : tensor<16x1568x4x8xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 3] : (tensor<16x1568x4x8xi32>, tensor<i32>) -> tensor<16x4xi32>
  %r0 = stablehlo.slice %0 [15:16, 0:4] : (tensor<16x4xi32>) -> tensor<1x4xi32>
  check.expect_eq_const %r0, dense<[[34398784, 34411328, 34423872, 34436416]]> : tensor<1x4xi32>
  %1 = stablehlo.reduce(%floats init: %least) applies stablehlo.maximum across dimensions = [1, 3] : (tensor<16x1568x4x8xf32>, tensor<f32>) -> tensor<16x4xf32>
  %r1 = stablehlo.slice %1 [3:4, 0:4] : (tensor<16x4xf32>) -> tensor<1x4xf32>
  check.expect_eq_const %r1, dense<[[10969.0, 10970.0, 10971.0, 10972.0]]> : tensor<1x4xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<16x1568x4x8xi32>, tensor<i32>) -> tensor<1568xi32>
  %r2 = stablehlo.slice %2 [1566:1568] : (tensor<1568xi32>) -> tensor<2xi32>
  check.expect_eq_const %r2, dense<[2807040, 2808832]> : tensor<2xi32>
  %3 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 3] : (tensor<16x1568x4x8xi32>, tensor<i32>) -> tensor<1568x4xi32>
  %r3 = stablehlo.slice %3 [1567:1568, 0:4] : (tensor<1568x4xi32>) -> tensor<1x4xi32>
  check.expect_eq_const %r3, dense<[[702016, 702144, 702272, 702400]]> : tensor<1x4xi32>
  return
}
