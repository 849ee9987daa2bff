// Operations of any version, and attributes in any order of their parts.
// RUN: sdyc opt %s -vhlo-legalize-to-stablehlo | FileCheck %s

// CHECK: func.func @main(%arg0: tensor<4xf32> {jax.arg = "x"}) -> tensor<4xf32> {
vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
  // CHECK-NEXT: %0 = stablehlo.exponential %arg0 : tensor<4xf32>
  %0 = "vhlo.exponential_v1"(%arg0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // CHECK-NEXT: %1 = stablehlo.compare LT, %arg0, %0, TOTALORDER
  %1 = "vhlo.compare_v1"(%arg0, %0) {compare_type = #vhlo<comparison_type_v1 TOTALORDER>, comparison_direction = #vhlo<comparison_direction_v1 LT>} : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.bool_v1>
  // CHECK-NEXT: return %0
  "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> ()
} {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"jax.arg"> = #vhlo.string_v1<"x">}>]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
