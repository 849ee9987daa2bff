// Operations, types and attributes as VHLO's newest version has them.
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo | FileCheck %s
// What is printed is read again as it was, and is what it was made of.
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo | sdyc opt - -verify-each > %t.again
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo | diff - %t.again
// RUN: sdyc opt %s > %t.whole
// RUN: sdyc opt %t.again -vhlo-legalize-to-stablehlo | diff - %t.whole
// RUN: sdyc opt %t.again --emit-bytecode -o %t.bc
// RUN: sdyc opt %t.bc | diff - %t.whole

// CHECK: vhlo.func_v1 @types(%arg0: !vhlo.tensor_v1<2x?x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [?, 4]>>, %arg1: !vhlo.unranked_tensor_v1<!vhlo.bool_v1>, %arg2: !vhlo.tuple_v1<!vhlo.tensor_v1<!vhlo.ui8_v1>, !vhlo.token_v1>, %arg3: !vhlo.tensor_v1<2x!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 1.500000e+00:17, -128:127, 1>>, %arg4: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [1.000000e+00, 2.500000e+00], [1, 0], -127:127, 1>>) -> (!vhlo.tensor_v1<2x!vhlo.complex_v1<!vhlo.f64_v1>>, !vhlo.tensor_v1<!vhlo.f8E4M3FN_v1>) {
func.func public @types(%arg0: tensor<2x?xf32, #stablehlo.bounds<?, 4>> {jax.arg = "x"}, %arg1: tensor<*xi1>, %arg2: tuple<tensor<ui8>, !stablehlo.token>, %arg3: tensor<2x!quant.uniform<i8:f32, 1.5:17>>, %arg4: tensor<2x!quant.uniform<i8<-127:127>:f32:0, {1.0:1, 2.5}>>) -> (tensor<2xcomplex<f64>> {jax.result_info = "r"}, tensor<f8E4M3FN>) {
  // CHECK: "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f64>>>}> : () -> !vhlo.tensor_v1<2x!vhlo.complex_v1<!vhlo.f64_v1>>
  %0 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  %1 = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  // CHECK: "vhlo.get_tuple_element_v1"(%arg2) <{index = #vhlo.integer_v1<0 : i32>}>
  %2 = stablehlo.get_tuple_element %arg2[0] : (tuple<tensor<ui8>, !stablehlo.token>) -> tensor<ui8>
  // CHECK: "vhlo.dot_general_v2"(%0, %0) <{accumulation_type = #vhlo.type_v1<!vhlo.none_v1>
  // CHECK-SAME: precision_config = #vhlo.array_v1<[#vhlo<precision_v1 HIGH>, #vhlo<precision_v1 DEFAULT>]>
  %3 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0], precision = [HIGH, DEFAULT] : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<complex<f64>>
  // CHECK: result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 2, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>
  %4 = stablehlo.exponential %0 {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xcomplex<f64>>
  // CHECK: "vhlo.custom_call_v2"(%0) <{api_version = #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, backend_config = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.integer_v1<1 : i32>, #vhlo.string_v1<"b"> = #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>}>
  // CHECK-SAME: output_operand_aliases = #vhlo.array_v1<[#vhlo.output_operand_alias_v1<outputTupleIndices = [], operandIndex = 0, operandTupleIndices = []>]>
  // CHECK-SAME: {mhlo.frontend_attributes = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.string_v1<"1">}>}
  %5 = stablehlo.custom_call @foo(%0) {api_version = 4 : i32, backend_config = {a = 1 : i32, b = 1.5 : f32}, mhlo.frontend_attributes = {a = "1"}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  // CHECK: replica_groups = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.mesh_v1<axes = #vhlo.array_v1<[#vhlo.mesh_axis_v1<name = #vhlo.string_v1<"x">, size = 4>]>>, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>]>>
  // CHECK: ^bb0(%arg5: !vhlo.tensor_v1<!vhlo.complex_v1<!vhlo.f64_v1>>,
  // CHECK: "vhlo.return_v1"
  %6 = "stablehlo.all_reduce"(%0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>}> ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %8 = stablehlo.add %a, %b : tensor<complex<f64>>
    stablehlo.return %8 : tensor<complex<f64>>
  }) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  // CHECK: "vhlo.call_v1"(%0) <{callee = #vhlo.string_v1<"other">}>
  %7 = call @other(%0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  // CHECK: "vhlo.return_v1"(%0, %1)
  return %0, %1 : tensor<2xcomplex<f64>>, tensor<f8E4M3FN>
}
// CHECK: } {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"jax.arg"> = #vhlo.string_v1<"x">}>,
// CHECK-SAME: sym_visibility = #vhlo.string_v1<"public">}
// A declaration has no arguments to print.
// CHECK: "vhlo.func_v1"() <{{{.*}}function_type = #vhlo.type_v1<!vhlo.func_v1<(!vhlo.tensor_v1<2x!vhlo.complex_v1<!vhlo.f64_v1>>) -> !vhlo.tensor_v1<2x!vhlo.complex_v1<!vhlo.f64_v1>>>>
// CHECK-SAME: sym_visibility = #vhlo.string_v1<"private">
// CHECK: vhlo.func_v1 @nothing() -> () {
// CHECK-NEXT: } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
func.func private @other(tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
func.func private @nothing()
