// Custom calls: markers, which are what they are given, and LAPACK; stablehlo.custom_call.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --jit=cc
// RUN: rm -rf %t.emit && sdyc emit %s --entry=factors -o %t.emit && make -s -C %t.emit && %t.emit/run --input="2x2x2xf64=2 1 4 3 1 2 3 4" | FileCheck %s
// CHECK: 2x2x2xf64=[4 3][0.5 -0.5][3 4][0.3333333333333333{{.*}} 0.666666666666666{{.*}}]
// CHECK-NEXT: 2x2xi32=[2 2][2 2]

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func public @main() {
  call @markers() : () -> ()
  call @lapack() : () -> ()
  call @by_rows() : () -> ()
  call @sharded() : () -> ()
  return
}

// A matrix that lies by rows is to LAPACK the one by columns that has its bytes.
func.func private @by_rows() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[[2.0, 0.5], [4.0, 1.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[2, 2]> : tensor<2xi32>
  return
}

func.func private @markers() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @annotate_device_placement(%a) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @SPMDFullToShardShape(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%3) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  %5 = stablehlo.custom_call @LayoutConstraint(%4) : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @InspectSharding(%5) {has_side_effect = true} : (tensor<2xf32>) -> ()
  stablehlo.custom_call @dce_sink(%5) {api_version = 4 : i32, backend_config = {}, has_side_effect = true} : (tensor<2xf32>) -> ()
  check.expect_eq_const %5, dense<[1.0, 2.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %holds = stablehlo.compare EQ, %one, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%holds, %one) {api_version = 2 : i32, error_message = "not {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// The typed interface, as JAX writes it and as StableHLO does; a result that nobody reads.
func.func private @lapack() {
  %a = stablehlo.constant dense<[[2.0, 1.0], [4.0, 3.0]]> : tensor<2x2xf32>
  %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %lu#0, dense<[[4.0, 3.0], [0.5, -0.5]]> : tensor<2x2xf32>
  check.expect_eq_const %lu#1, dense<[2, 2]> : tensor<2xi32>
  check.expect_eq_const %lu#2, dense<0> : tensor<i32>
  %b = stablehlo.constant dense<[[(8.0, 4.0)], [(0.0, 2.0)]]> : tensor<2x1xcomplex<f64>>
  %t = stablehlo.constant dense<[[(4.0, 0.0), (9.0, 9.0)], [(0.0, 1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %x = stablehlo.custom_call @lapack_ztrsm_ffi(%t, %b) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  %re = stablehlo.real %x : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xf64>
  %im = stablehlo.imag %x : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xf64>
  check.expect_almost_eq_const %re, dense<[[2.0], [0.5]]> : tensor<2x1xf64>
  check.expect_almost_eq_const %im, dense<[[1.0], [0.0]]> : tensor<2x1xf64>
  %s = stablehlo.constant dense<[[2.0, 9.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %eigh:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%s) {api_version = 4 : i32, backend_config = {mode = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %eigh#1, dense<[1.0, 3.0]> : tensor<2xf64>
  return
}

// A batch that is sharded, and matrices that are: each is whole where it is worked on.
func.func private @sharded() {
  %i = stablehlo.iota dim = 1 : tensor<2x4x4xf32>
  %j = stablehlo.iota dim = 2 : tensor<2x4x4xf32>
  %less = stablehlo.compare GE, %i, %j : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xi1>
  %one = stablehlo.constant dense<1.0> : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x4x4xf32>
  %ones = stablehlo.select %less, %one, %zero : tensor<2x4x4xi1>, tensor<2x4x4xf32>
  %product = stablehlo.dot_general %ones, %ones, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %a = sdy.sharding_constraint %product <@mesh, [{"x"}, {"y"}, {}]> : tensor<2x4x4xf32>
  %l:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=4, k=4, l=4, m=4}, custom>} : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2xi32>)
  %lower = stablehlo.select %less, %l#0, %zero : tensor<2x4x4xi1>, tensor<2x4x4xf32>
  check.expect_eq %lower, %ones : tensor<2x4x4xf32>
  check.expect_eq_const %l#1, dense<0> : tensor<2xi32>
  return
}

func.func public @factors(%a: tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2x2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2x2xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x2x2xf64>, tensor<2x2xi32>
}
