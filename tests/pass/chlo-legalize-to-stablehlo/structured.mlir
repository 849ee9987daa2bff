// RUN: sdyc opt -chlo-legalize-to-stablehlo %s | FileCheck %s

// CHECK-LABEL: func.func @top_k
// CHECK-NEXT:    %[[INDEX:.*]] = stablehlo.iota dim = 1 : tensor<2x6xi32>
// CHECK-NEXT:    %[[SORTED:.*]]:2 = "stablehlo.sort"(%arg0, %[[INDEX]]) <{dimension = 1 : i64, is_stable = false}> ({
// CHECK-NEXT:    ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK-NEXT:      %[[GREATER:.*]] = stablehlo.compare GT, %[[A]], %[[B]], TOTALORDER
// CHECK-NEXT:      stablehlo.return %[[GREATER]]
// CHECK-NEXT:    })
// CHECK-NEXT:    stablehlo.slice %[[SORTED]]#0 [0:2, 0:3]
// CHECK-NEXT:    stablehlo.slice %[[SORTED]]#1 [0:2, 0:3]
func.func @top_k(%arg0: tensor<2x6xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0, %1 = chlo.top_k(%arg0, k = 3, is_stable = false) : tensor<2x6xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// CHECK-LABEL: func.func @top_k_dynamic
// CHECK-NEXT:    %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK:         %[[SHAPE:.*]] = stablehlo.concatenate
// CHECK:         stablehlo.dynamic_iota %[[SHAPE]], dim = 1 : (tensor<2xi64>) -> tensor<?x6xi32>
// CHECK:         stablehlo.compare GT, {{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-COUNT-2: stablehlo.real_dynamic_slice
func.func @top_k_dynamic(%arg0: tensor<?x6xi32>) -> (tensor<?x3xi32>, tensor<?x3xi32>) {
  %0, %1 = chlo.top_k(%arg0, k = 3) : tensor<?x6xi32> -> (tensor<?x3xi32>, tensor<?x3xi32>)
  return %0, %1 : tensor<?x3xi32>, tensor<?x3xi32>
}

// Two groups of rows: each is a product of the masked lhs with its own rhs.
// CHECK-LABEL: func.func @ragged_rows
// CHECK-NEXT:    %[[START:.*]] = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT:    %[[ROW:.*]] = stablehlo.iota dim = 0 : tensor<4x1xi64>
// CHECK-NEXT:    %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4x3xf32>
// CHECK-NEXT:    %[[SIZE:.*]] = stablehlo.slice %arg2 [0:1]
// CHECK-NEXT:    %[[SCALAR:.*]] = stablehlo.reshape %[[SIZE]] : (tensor<1xi32>) -> tensor<i32>
// CHECK-NEXT:    %[[WIDE:.*]] = stablehlo.convert %[[SCALAR]] : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT:    %[[LIMIT:.*]] = stablehlo.add %[[START]], %[[WIDE]]
// CHECK:         %[[LHS:.*]] = stablehlo.select %{{.*}}, %arg0, %[[ZERO]]
// CHECK-NEXT:    %[[PART:.*]] = stablehlo.slice %arg1 [0:1, 0:3, 0:5]
// CHECK-NEXT:    %[[RHS:.*]] = stablehlo.reshape %[[PART]] : (tensor<1x3x5xf32>) -> tensor<3x5xf32>
// CHECK-NEXT:    %[[FIRST:.*]] = stablehlo.dot_general %[[LHS]], %[[RHS]], contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT]
// CHECK:         stablehlo.add %[[LIMIT]]
// CHECK:         %[[SECOND:.*]] = stablehlo.dot_general
// CHECK-NEXT:    stablehlo.add %[[FIRST]], %[[SECOND]] : tensor<4x5xf32>
func.func @ragged_rows(%arg0: tensor<4x3xf32>, %arg1: tensor<2x3x5xf32>, %arg2: tensor<2xi32>) -> tensor<4x5xf32> {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision HIGHEST>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @ragged_contraction
// CHECK:         %[[A:.*]] = stablehlo.dot_general
// CHECK:         %[[B:.*]] = stablehlo.dot_general
// CHECK-NEXT:    %[[A1:.*]] = stablehlo.reshape %[[A]] : (tensor<4x5xf32>) -> tensor<1x4x5xf32>
// CHECK-NEXT:    %[[B1:.*]] = stablehlo.reshape %[[B]] : (tensor<4x5xf32>) -> tensor<1x4x5xf32>
// CHECK-NEXT:    stablehlo.concatenate %[[A1]], %[[B1]], dim = 0
func.func @ragged_contraction(%arg0: tensor<4x3xf32>, %arg1: tensor<3x5xf32>, %arg2: tensor<2xi64>) -> tensor<2x4x5xf32> {
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<4x3xf32>, tensor<3x5xf32>, tensor<2xi64>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// A single operation from its identity on: windows as long as the dimension.
// CHECK-LABEL: func.func @scan_sum
// CHECK:         "stablehlo.reduce_window"(%arg0, %{{.*}})
// CHECK-SAME:      padding = dense<{{\[\[3, 0\], \[0, 0\]\]}}>
// CHECK-SAME:      window_dimensions = array<i64: 4, 1>
// CHECK:           stablehlo.add
// CHECK:         stablehlo.slice %{{.*}} [3:4, 0:3]
func.func @scan_sum(%arg0: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %0:2 = chlo.scan(%arg0) inits (%zero) dimension=0 {
  ^bb0(%x: tensor<3xf32>, %carry: tensor<3xf32>):
    %1 = stablehlo.add %carry, %x : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<3xf32>
}

// From the end: position = size - 1 - counter.
// CHECK-LABEL: func.func @scan_reverse
// CHECK-NEXT:    stablehlo.get_dimension_size %arg0, dim = 0
// CHECK-NEXT:    %[[SIZE:.*]] = stablehlo.convert
// CHECK:         %[[LOOP:.*]]:3 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[CARRY:.*]] = %arg1, %[[OUT:.*]] = %{{.*}}) : tensor<i64>, tensor<3xf32>, tensor<4x3xf32>
// CHECK:           stablehlo.compare LT, %[[I]], %[[SIZE]]
// CHECK:           %[[LAST:.*]] = stablehlo.subtract %[[SIZE]]
// CHECK-NEXT:      %[[AT:.*]] = stablehlo.subtract %[[LAST]], %[[I]]
// CHECK:           stablehlo.dynamic_slice %arg0, %[[AT]], %{{.*}}, sizes = [1, 3]
// CHECK:           %[[NEW:.*]] = stablehlo.add %{{.*}}, %[[CARRY]] : tensor<3xf32>
// CHECK:           stablehlo.dynamic_update_slice %[[OUT]], %{{.*}}, %[[AT]], %{{.*}}
// CHECK:           stablehlo.return %{{.*}}, %[[NEW]], %{{.*}} : tensor<i64>, tensor<3xf32>, tensor<4x3xf32>
// CHECK:         return %[[LOOP]]#2, %[[LOOP]]#1
func.func @scan_reverse(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%x: tensor<3xf32>, %carry: tensor<3xf32>):
    %1 = chlo.broadcast_add %x, %carry : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<3xf32>
}
