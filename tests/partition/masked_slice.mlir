// Steps of a loop take one row each of a tensor that is in parts by rows, and put one into another: what
// moves is that row, never the tensor.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc opt %s -sdyc-gather-slices | FileCheck %s --check-prefix=GATHER
// RUN: sdyc opt %s -sdyc-partition-pipeline | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=3]>

// CHECK-LABEL: func.func public @main
// CHECK: stablehlo.while
// CHECK-NOT: all_gather
// CHECK: "stablehlo.gather"({{.*}} : (tensor<2x4xi32>, tensor<1xi32>) -> tensor<1x4xi32>
// CHECK-NOT: all_gather
// CHECK: "stablehlo.all_reduce"
// CHECK-NOT: all_gather
// CHECK: stablehlo.dynamic_update_slice {{.*}} : (tensor<2x4xi32>
// CHECK-NOT: all_gather
// CHECK: stablehlo.return
// GATHER: %[[ROW:.*]] = stablehlo.reshape %{{.*}} : (tensor<i32>) -> tensor<1xi32>
// GATHER: "stablehlo.gather"(%{{.*}}, %[[ROW]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, slice_sizes = array<i64: 1, 4>}> {sdy.sharding
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<24xi32>
  %rows = stablehlo.reshape %n : (tensor<24xi32>) -> tensor<6x4xi32>
  %cut = stablehlo.add %rows, %rows {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<6x4xi32>
  %zeros = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} dense<0> : tensor<6x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %to = %zeros) : tensor<i32>, tensor<6x4xi32>
    attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"y"}, {}]>]>} cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %go = stablehlo.compare LE, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<5> : tensor<i32>
    %row = stablehlo.dynamic_slice %cut, %i, %zero, sizes = [1, 4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<6x4xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4xi32>
    %at = stablehlo.subtract %last, %i : tensor<i32>
    %put = stablehlo.dynamic_update_slice %to, %row, %at, %zero {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<6x4xi32>, tensor<1x4xi32>, tensor<i32>, tensor<i32>) -> tensor<6x4xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %put : tensor<i32>, tensor<6x4xi32>
  }
  check.expect_eq_const %0#1, dense<[[40, 42, 44, 46], [32, 34, 36, 38], [24, 26, 28, 30], [16, 18, 20, 22], [8, 10, 12, 14], [0, 2, 4, 6]]> : tensor<6x4xi32>
  return
}
