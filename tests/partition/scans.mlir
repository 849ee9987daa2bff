// Running sums along a dimension in parts: each device sums its own, and of the others only what they
// come to is sent.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --storage=private --reduce=device-order
// RUN: sdyc opt %s -sdyc-partition-pipeline | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=3]>

// CHECK-LABEL: func.func public @main
// CHECK: %[[SUM:.*]] = "stablehlo.reduce_window"(%{{.*}}, %{{.*}}) <{padding = dense<{{\[\[}}1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}>
// CHECK: %[[TOTAL:.*]] = stablehlo.slice %[[SUM]] [1:2]
// CHECK: "stablehlo.all_gather"(%[[TOTAL]]){{.*}} : (tensor<1xi32>) -> tensor<3xi32>
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<6xi32>
  %cut = sdy.sharding_constraint %n <@mesh, [{"y"}]> : tensor<6xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%cut, %zero) <{padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 6>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %0, dense<[0, 1, 3, 6, 10, 15]> : tensor<6xi32>

  // From behind; products; both dimensions in parts.
  %m = stablehlo.reshape %n : (tensor<6xi32>) -> tensor<2x3xi32>
  %cut2 = sdy.sharding_constraint %m <@mesh, [{"x"}, {"y"}]> : tensor<2x3xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1 = "stablehlo.reduce_window"(%cut2, %one) <{padding = dense<[[0, 0], [0, 2]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[0, 2, 2], [60, 20, 5]]> : tensor<2x3xi32>
  %2 = "stablehlo.reduce_window"(%cut2, %zero) <{padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[0, 1, 2], [3, 5, 7]]> : tensor<2x3xi32>

  // Running maxima may begin with any number.
  %four = stablehlo.constant dense<4> : tensor<i32>
  %3 = "stablehlo.reduce_window"(%cut, %four) <{padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 6>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %3, dense<[4, 4, 4, 4, 4, 5]> : tensor<6xi32>

  // A sum that begins with another number than zero counts it in each window, as often as there is padding.
  %4 = "stablehlo.reduce_window"(%cut, %one) <{padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 6>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  %e4 = "stablehlo.reduce_window"(%n, %one) <{padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 6>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq %4, %e4 : tensor<6xi32>
  return
}
