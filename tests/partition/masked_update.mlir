// A slice put into a dimension that is in parts, a cache of which each device holds a stretch, say: each
// device updates what lies in its own, and nothing moves.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --storage=private --jit=cc
sdy.mesh @mesh = <["x"=2, "y"=3]>

func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<12xi32>
  %cut = sdy.sharding_constraint %n <@mesh, [{"y"}]> : tensor<12xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>

  // One element, in the middle part; behind the end, so in the last.
  %one = stablehlo.constant dense<100> : tensor<1xi32>
  %at5 = stablehlo.constant dense<5> : tensor<i8>
  %0 = stablehlo.dynamic_update_slice %cut, %one, %at5 : (tensor<12xi32>, tensor<1xi32>, tensor<i8>) -> tensor<12xi32>
  check.expect_eq_const %0, dense<[0, 1, 2, 3, 4, 100, 6, 7, 8, 9, 10, 11]> : tensor<12xi32>
  %at255 = stablehlo.constant dense<255> : tensor<ui8>
  %1 = stablehlo.dynamic_update_slice %cut, %one, %at255 : (tensor<12xi32>, tensor<1xi32>, tensor<ui8>) -> tensor<12xi32>
  check.expect_eq_const %1, dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100]> : tensor<12xi32>

  // Three elements across the border of two parts; six, more than a part holds.
  %three = stablehlo.constant dense<[100, 101, 102]> : tensor<3xi32>
  %at2 = stablehlo.constant dense<2> : tensor<i64>
  %2 = stablehlo.dynamic_update_slice %cut, %three, %at2 : (tensor<12xi32>, tensor<3xi32>, tensor<i64>) -> tensor<12xi32>
  check.expect_eq_const %2, dense<[0, 1, 100, 101, 102, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi32>
  %before = stablehlo.constant dense<-9> : tensor<i64>
  %3 = stablehlo.dynamic_update_slice %cut, %three, %before : (tensor<12xi32>, tensor<3xi32>, tensor<i64>) -> tensor<12xi32>
  check.expect_eq_const %3, dense<[100, 101, 102, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi32>
  %six = stablehlo.constant dense<[100, 101, 102, 103, 104, 105]> : tensor<6xi32>
  %at3 = stablehlo.constant dense<3> : tensor<ui64>
  %4 = stablehlo.dynamic_update_slice %cut, %six, %at3 : (tensor<12xi32>, tensor<6xi32>, tensor<ui64>) -> tensor<12xi32>
  check.expect_eq_const %4, dense<[0, 1, 2, 100, 101, 102, 103, 104, 105, 9, 10, 11]> : tensor<12xi32>
  %huge = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %5 = stablehlo.dynamic_update_slice %cut, %six, %huge : (tensor<12xi32>, tensor<6xi32>, tensor<ui64>) -> tensor<12xi32>
  check.expect_eq_const %5, dense<[0, 1, 2, 3, 4, 5, 100, 101, 102, 103, 104, 105]> : tensor<12xi32>

  // Two dimensions in parts, one of them updated whole, another in no parts.
  %m = stablehlo.iota dim = 0 : tensor<48xf32>
  %cube = stablehlo.reshape %m : (tensor<48xf32>) -> tensor<2x6x4xf32>
  %parts = sdy.sharding_constraint %cube <@mesh, [{"x"}, {"y"}, {}]> : tensor<2x6x4xf32>
  %row = stablehlo.constant dense<[[[0.5, 1.5], [2.5, 3.5], [4.5, 5.5]], [[6.5, 7.5], [8.5, 9.5], [10.5, 11.5]]]> : tensor<2x3x2xf32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %6 = stablehlo.dynamic_update_slice %parts, %row, %zero, %i, %i : (tensor<2x6x4xf32>, tensor<2x3x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x4xf32>
  %whole = sdy.sharding_constraint %cube <@mesh, [{}, {}, {}]> : tensor<2x6x4xf32>
  %e6 = stablehlo.dynamic_update_slice %whole, %row, %zero, %i, %i : (tensor<2x6x4xf32>, tensor<2x3x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x4xf32>
  check.expect_eq %6, %e6 : tensor<2x6x4xf32>
  return
}
