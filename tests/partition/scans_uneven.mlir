// Running folds along seven elements on three devices, which made the dimension whole: a fold takes padding behind the
// elements as it comes, and from behind what changes nothing. Only what parts come to is sent.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc opt %s -sdyc-partition-pipeline | FileCheck %s
sdy.mesh @mesh = <["y"=3]>
// CHECK-LABEL: func.func public @main
// CHECK: window_dimensions = array<i64: 3>
// CHECK: "stablehlo.all_gather"{{.*}} : (tensor<1xi32>) -> tensor<3xi32>
// CHECK: "stablehlo.all_gather"{{.*}} : (tensor<1x2xi32>) -> tensor<3x2xi32>
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<7xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %cut = sdy.sharding_constraint %n <@mesh, [{"y"}]> : tensor<7xi32>
  %0 = "stablehlo.reduce_window"(%cut, %zero) <{padding = dense<[[6, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 7>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  check.expect_eq_const %0, dense<[0, 1, 3, 6, 10, 15, 21]> : tensor<7xi32>
  %m = stablehlo.iota dim = 0 : tensor<7x2xi32>
  %ones = stablehlo.constant dense<1> : tensor<7x2xi32>
  %counted = stablehlo.add %m, %ones : tensor<7x2xi32>
  %cut2 = sdy.sharding_constraint %counted <@mesh, [{"y"}, {}]> : tensor<7x2xi32>
  %1 = "stablehlo.reduce_window"(%cut2, %one) <{padding = dense<[[0, 6], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 7, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<7x2xi32>, tensor<i32>) -> tensor<7x2xi32>
  check.expect_eq_const %1, dense<[[5040, 5040], [5040, 5040], [2520, 2520], [840, 840], [210, 210], [42, 42], [7, 7]]> : tensor<7x2xi32>
  return
}
