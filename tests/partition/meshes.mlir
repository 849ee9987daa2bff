// Several meshes with axes of the same names, of other orders of devices: who holds what is asked of the
// mesh of each value.
// RUN: sdyc opt %s -sdy-convert-global-to-local | sed -e 1d -e '$d' > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: sed -n 's,^// MAIN: ,,p' %s >> %t.mlir
// RUN: sdyc run %t.mlir
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @turned = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>
sdy.mesh @other = <["y"=4], device_ids=[2, 3, 0, 1]>
sdy.mesh @single = <[], device_ids=[1]>

// CHECK-LABEL: func.func @rows
// CHECK: stablehlo.constant dense<[3, 3, 0, 0]> : tensor<4xi64>
// CHECK: replica_groups = dense<{{\[\[}}3, 1], [2, 0]]>
func.func @rows(%table: tensor<6x2xi32> {sdy.sharding = #sdy.sharding<@turned, [{"y"}, {}]>}, %rows: tensor<3xi32>) -> tensor<3x2xi32> {
  %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<6x2xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@turned, [{}, {}]> : tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}

// CHECK-LABEL: func.func @numbers
// CHECK: stablehlo.constant dense<[2, 3, 0, 1]> : tensor<4xi64>
// CHECK: stablehlo.constant dense<[0, 1, 0, 1]> : tensor<4xi64>
func.func @numbers() -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@other, [{"y"}]>}, tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@other, [{"y"}]>]>} : tensor<4xi32>
  %1 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<2xi32>
  return %0, %1 : tensor<4xi32>, tensor<2xi32>
}

// MAIN: func.func public @main() {
// MAIN:   %first = stablehlo.constant dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
// MAIN:   %last = stablehlo.constant dense<[[6, 7], [8, 9], [10, 11]]> : tensor<3x2xi32>
// MAIN:   %rows = stablehlo.constant dense<[5, 0, 3]> : tensor<3xi32>
// MAIN:   %0:4 = "interpreter.run_parallel"(%last, %rows, %last, %rows, %first, %rows, %first, %rows) {programs = [[@rows, @rows, @rows, @rows]]} : (tensor<3x2xi32>, tensor<3xi32>, tensor<3x2xi32>, tensor<3xi32>, tensor<3x2xi32>, tensor<3xi32>, tensor<3x2xi32>, tensor<3xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>)
// MAIN:   check.expect_eq_const %0#0, dense<[[10, 11], [0, 1], [6, 7]]> : tensor<3x2xi32>
// MAIN:   check.expect_eq_const %0#3, dense<[[10, 11], [0, 1], [6, 7]]> : tensor<3x2xi32>
// MAIN:   %1:8 = "interpreter.run_parallel"() {programs = [[@numbers, @numbers, @numbers, @numbers]]} : () -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
// MAIN:   check.expect_eq_const %1#0, dense<2> : tensor<1xi32>
// MAIN:   check.expect_eq_const %1#1, dense<0> : tensor<1xi32>
// MAIN:   check.expect_eq_const %1#6, dense<1> : tensor<1xi32>
// MAIN:   check.expect_eq_const %1#7, dense<1> : tensor<1xi32>
// MAIN:   return
// MAIN: }
