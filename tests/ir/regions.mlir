// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i1>, %arg4: tensor<4x6xi32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg4 init: %arg2) across dimensions = [0] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%arg5: tensor<f32>, %arg7: tensor<f32>) (%arg6: tensor<i32>, %arg8: tensor<i32>)  {
    %5 = stablehlo.maximum %arg5, %arg7 : tensor<f32>
    %6 = stablehlo.add %arg6, %arg8 : tensor<i32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
  }
  %2:2 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0) : tensor<i32>, tensor<4x6xf32>
  cond {
    %5 = stablehlo.compare LT, %iterArg, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  } do {
    %5 = stablehlo.add %iterArg, %arg2 : tensor<i32>
    stablehlo.return %5, %iterArg_0 : tensor<i32>, tensor<4x6xf32>
  }
  %3 = "stablehlo.if"(%arg3) ({
    stablehlo.return %arg0 : tensor<4x6xf32>
  }, {
    %5 = stablehlo.negate %arg0 : tensor<4x6xf32>
    stablehlo.return %5 : tensor<4x6xf32>
  }) : (tensor<i1>) -> tensor<4x6xf32>
  %4 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
  ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
    %5 = stablehlo.add %arg5, %arg6 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  return
}

// CHECK: func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i1>, %arg4: tensor<4x6xi32>) {
// CHECK-NEXT:   %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:   %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg4 init: %arg2) across dimensions = [0] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
// CHECK-NEXT:    reducer(%arg5: tensor<f32>, %arg7: tensor<f32>) (%arg6: tensor<i32>, %arg8: tensor<i32>)  {
// CHECK-NEXT:     %5 = stablehlo.maximum %arg5, %arg7 : tensor<f32>
// CHECK-NEXT:     %6 = stablehlo.add %arg6, %arg8 : tensor<i32>
// CHECK-NEXT:     stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %2:2 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0) : tensor<i32>, tensor<4x6xf32>
// CHECK-NEXT:   cond {
// CHECK-NEXT:     %5 = stablehlo.compare LT, %iterArg, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:     stablehlo.return %5 : tensor<i1>
// CHECK-NEXT:   } do {
// CHECK-NEXT:     %5 = stablehlo.add %iterArg, %arg2 : tensor<i32>
// CHECK-NEXT:     stablehlo.return %5, %iterArg_0 : tensor<i32>, tensor<4x6xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %3 = "stablehlo.if"(%arg3) ({
// CHECK-NEXT:     stablehlo.return %arg0 : tensor<4x6xf32>
// CHECK-NEXT:   }, {
// CHECK-NEXT:     %5 = stablehlo.negate %arg0 : tensor<4x6xf32>
// CHECK-NEXT:     stablehlo.return %5 : tensor<4x6xf32>
// CHECK-NEXT:   }) : (tensor<i1>) -> tensor<4x6xf32>
// CHECK-NEXT:   %4 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
// CHECK-NEXT:   ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
// CHECK-NEXT:     %5 = stablehlo.add %arg5, %arg6 : tensor<f32>
// CHECK-NEXT:     stablehlo.return %5 : tensor<f32>
// CHECK-NEXT:   }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
