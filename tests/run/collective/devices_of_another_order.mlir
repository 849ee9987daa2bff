// What was wrong: code generation numbered devices as the first mesh does, also where a manual computation over a second one
// named them.
// RUN: sdyc run %s
// RUN: sdyc run --storage=private %s
// RUN: sdyc opt %s -sdyc-number-devices | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @other = <["x"=4], device_ids=[2, 0, 3, 1]>
func.func public @main() {
  %a = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", "x"}]>]>} dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r:5 = sdy.manual_computation(%a) in_shardings=[<@other, [{"x"}]>]
      out_shardings=[<@other, [{"x"}]>, <@other, [{"x"}]>, <@other, [{"x"}]>, <@other, [{"x"}]>, <@other, [{"x"}]>] manual_axes={"x"} (%p: tensor<1xi32>) {
    // CHECK: "stablehlo.collective_permute"
    // CHECK-SAME{LITERAL}: dense<[[0, 1], [1, 2], [2, 3], [3, 0]]>
    %0 = "stablehlo.collective_permute"(%p) {source_target_pairs = dense<[[2, 0], [0, 3], [3, 1], [1, 2]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xi32>) -> tensor<1xi32>
    // CHECK: "stablehlo.all_gather"
    // CHECK-SAME{LITERAL}: dense<[[1, 0], [2, 3]]>
    %1 = "stablehlo.all_gather"(%p) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<1xi32>) -> tensor<2xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %n = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %2 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %3 = "stablehlo.all_reduce"(%p) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[3, 2], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<1xi32>) -> tensor<1xi32>
    // CHECK: "stablehlo.all_gather"
    // CHECK-SAME{LITERAL}: dense<[[1, 3, 0, 2]]>
    %4 = "stablehlo.all_gather"(%p) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>} : (tensor<1xi32>) -> tensor<4xi32>
    sdy.return %0, %1, %2, %3, %4 : tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<4xi32>
  } : (tensor<4xi32>) -> (tensor<4xi32>, tensor<8xi32>, tensor<4xi32>, tensor<4xi32>, tensor<16xi32>)
  check.expect_eq_const %r#0, dense<[4, 1, 2, 3]> : tensor<4xi32>
  check.expect_eq_const %r#1, dense<[2, 1, 2, 1, 3, 4, 3, 4]> : tensor<8xi32>
  check.expect_eq_const %r#2, dense<[2, 0, 3, 1]> : tensor<4xi32>
  check.expect_eq_const %r#3, dense<[4, 6, 4, 6]> : tensor<4xi32>
  check.expect_eq_const %r#4, dense<[2, 4, 1, 3, 2, 4, 1, 3, 2, 4, 1, 3, 2, 4, 1, 3]> : tensor<16xi32>
  return
}
