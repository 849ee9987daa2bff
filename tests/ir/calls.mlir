// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func @main(%arg0: tensor<4xf32>, %arg1: !stablehlo.token, %arg2: tensor<2xui64>) {
  %0:2 = stablehlo.custom_call @target(%arg0) {api_version = 2 : i32, backend_config = "x", has_side_effect = true} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>)
  %1 = stablehlo.custom_call @"with space"() : () -> tensor<4xf32>
  %2 = stablehlo.optimization_barrier %arg0 : tensor<4xf32>
  %3 = stablehlo.after_all %arg1, %arg1 : !stablehlo.token
  %4 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4xf32>, !stablehlo.token>
  %5 = stablehlo.get_tuple_element %4[0] : (tuple<tensor<4xf32>, !stablehlo.token>) -> tensor<4xf32>
  %6 = stablehlo.composite "my.op" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @my} : (tensor<4xf32>) -> tensor<4xf32>
  %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}
func.func private @my(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// CHECK: func.func @main(%arg0: tensor<4xf32>, %arg1: !stablehlo.token, %arg2: tensor<2xui64>) {
// CHECK-NEXT:   %0:2 = stablehlo.custom_call @target(%arg0) {api_version = 2 : i32, backend_config = "x", has_side_effect = true} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>)
// CHECK-NEXT:   %1 = stablehlo.custom_call @"with space"() : () -> tensor<4xf32>
// CHECK-NEXT:   %2 = stablehlo.optimization_barrier %arg0 : tensor<4xf32>
// CHECK-NEXT:   %3 = stablehlo.after_all %arg1, %arg1 : !stablehlo.token
// CHECK-NEXT:   %4 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4xf32>, !stablehlo.token>
// CHECK-NEXT:   %5 = stablehlo.get_tuple_element %4[0] : (tuple<tensor<4xf32>, !stablehlo.token>) -> tensor<4xf32>
// CHECK-NEXT:   %6 = stablehlo.composite "my.op" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @my} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @my(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:   return %arg0 : tensor<4xf32>
// CHECK-NEXT: }
