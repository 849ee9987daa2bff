// Each operation in a manual computation of its own computes what it did.
// RUN: sdyc opt %s -sdy-per-instruction-partitioning='filter=stablehlo,sdy' -o %t.mlir && sdyc run %t.mlir
// RUN: sdyc run %t.mlir --storage=private
// RUN: FileCheck %s < %t.mlir
// RUN: sdyc opt %s -sdy-per-instruction-partitioning='filter="reduce, selectLow=1, selectHigh=4"' | FileCheck %s --check-prefix=SOME
// RUN: sdyc opt %s -sdy-per-instruction-partitioning='filter="reduce, selectLow=2"' | FileCheck %s --check-prefix=LATER
sdy.mesh @mesh = <["x"=2, "y"=2]>
// LATER-COUNT-1: sdy.manual_computation
// LATER-NOT:     sdy.manual_computation
// SOME-COUNT-2: sdy.manual_computation
// SOME-NOT:     sdy.manual_computation
func.func public @main() {
  // Without operands.
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} () {
  // CHECK-NEXT: stablehlo.constant
  %a = "sdy.constant"() <{value = dense<2.0> : tensor<4x6xf32>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : () -> tensor<4x6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // What the sum begins with is an argument, which would count once a device.
  // CHECK: sdy.manual_computation({{.*}}) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}]>]
  // CHECK: "stablehlo.all_gather"
  %b = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %b, dense<12.0> : tensor<4xf32>
  // CHECK: stablehlo.reduce({{.*}} applies stablehlo.maximum
  // CHECK: "stablehlo.all_reduce"
  %c = stablehlo.reduce(%a init: %zero) across dimensions = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    reducer(%p: tensor<f32>, %q: tensor<f32>) {
      %m = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }
  check.expect_eq_const %c, dense<2.0> : tensor<f32>
  // Parts of unequal size: 3 by 5 among 2 by 2.
  // CHECK: stablehlo.pad
  // CHECK: sdy.manual_computation
  // CHECK: stablehlo.slice
  // CHECK: sdy.manual_computation
  %d = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0], [11.0, 12.0, 13.0, 14.0, 15.0]]> : tensor<3x5xf32>
  %e = stablehlo.transpose %d, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<3x5xf32>) -> tensor<5x3xf32>
  %f = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<3x5xf32>, tensor<5x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %f, dense<[[55.0, 130.0, 205.0], [130.0, 330.0, 530.0], [205.0, 530.0, 855.0]]> : tensor<3x3xf32>
  return
}
