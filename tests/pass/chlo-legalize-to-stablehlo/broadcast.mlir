// RUN: sdyc opt -chlo-legalize-to-stablehlo %s | FileCheck %s

// CHECK-LABEL: func.func @equal_shapes
// CHECK-NEXT:    stablehlo.maximum %arg0, %arg0 : tensor<3x2xf32>
func.func @equal_shapes(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = chlo.broadcast_maximum %arg0, %arg0 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// Nothing is broadcast, whatever is known of the result.
// CHECK-LABEL: func.func @equal_shapes_open_result
// CHECK-NEXT:    stablehlo.add %arg0, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<?xf32>
func.func @equal_shapes_open_result(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Only the operand that has another shape.
// CHECK-LABEL: func.func @one_is_smaller
// CHECK-NEXT:    %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    stablehlo.compare LT, %arg0, %[[B]], TOTALORDER : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xi1>
func.func @one_is_smaller(%arg0: tensor<3x2xf32>, %arg1: tensor<2xf32>) -> tensor<3x2xi1> {
  %0 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xi1>
  return %0 : tensor<3x2xi1>
}

// CHECK-LABEL: func.func @both_grow
// CHECK-NEXT:    %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    stablehlo.complex %[[A]], %[[B]] : tensor<3x2xcomplex<f32>>
func.func @both_grow(%arg0: tensor<3x1xf32>, %arg1: tensor<2xf32>) -> tensor<3x2xcomplex<f32>> {
  %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<3x1xf32>, tensor<2xf32>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

// What there is in chlo only is replaced in its turn.
// CHECK-LABEL: func.func @chained
// CHECK-NEXT:    %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = []
// CHECK-NEXT:    stablehlo.bitcast_convert %arg0
// CHECK-NEXT:    stablehlo.bitcast_convert %[[B]]
// CHECK-NOT:     chlo
func.func @chained(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<2xf32> {
  %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A bounded dimension: broadcast to the bound, then cut.
// CHECK-LABEL: func.func @bounded
// CHECK-NEXT:    %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT:    %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK-NEXT:    %[[CUT:.*]] = stablehlo.set_dimension_size %[[B]], %[[SIZE]], dim = 0 : (tensor<8x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>>
// CHECK-NEXT:    stablehlo.multiply %arg0, %[[CUT]] : tensor<?x3xf32, #stablehlo.bounds<8, ?>>
func.func @bounded(%arg0: tensor<?x3xf32, #stablehlo.bounds<8, ?>>, %arg1: tensor<3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>> {
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  return %0 : tensor<?x3xf32, #stablehlo.bounds<8, ?>>
}

// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT:    %[[A:.*]] = shape.shape_of %arg0 : tensor<?x3xf32> -> tensor<2xindex>
// CHECK-NEXT:    %[[B:.*]] = shape.shape_of %arg1 : tensor<?xf32> -> tensor<1xindex>
// CHECK-NEXT:    %[[HOLDS:.*]] = shape.cstr_broadcastable %[[A]], %[[B]] : tensor<2xindex>, tensor<1xindex>
// CHECK-NEXT:    %[[SUM:.*]] = shape.assuming %[[HOLDS]] -> (tensor<?x3xf32>) {
// CHECK:           %[[SHAPE:.*]] = shape.broadcast
// CHECK-NEXT:      %[[X:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]], dims = [0, 1] : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
// CHECK-NEXT:      %[[Y:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x3xf32>
// CHECK-NEXT:      %[[ADD:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<?x3xf32>
// CHECK-NEXT:      shape.assuming_yield %[[ADD]] : tensor<?x3xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[SUM]]
func.func @dynamic(%arg0: tensor<?x3xf32>, %arg1: tensor<?xf32>) -> tensor<?x3xf32> {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// A scalar predicate stays one.
// CHECK-LABEL: func.func @select
// CHECK-NEXT:    %[[B:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<1xi32>) -> tensor<4xi32>
// CHECK-NEXT:    stablehlo.select %arg0, %arg1, %[[B]] : tensor<i1>, tensor<4xi32>
func.func @select(%arg0: tensor<i1>, %arg1: tensor<4xi32>, %arg2: tensor<1xi32>) -> tensor<4xi32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @select_dynamic
// CHECK-NEXT:    %[[P:.*]] = shape.const_shape [4] : tensor<1xindex>
// CHECK-NEXT:    %[[A:.*]] = shape.shape_of %arg1 : tensor<?xi32> -> tensor<1xindex>
// CHECK-NEXT:    %[[B:.*]] = shape.shape_of %arg2 : tensor<?xi32> -> tensor<1xindex>
// CHECK-NEXT:    %[[HOLDS:.*]] = shape.cstr_broadcastable %[[P]], %[[A]], %[[B]]
// CHECK-NEXT:    shape.assuming %[[HOLDS]] -> (tensor<4xi32>) {
// CHECK-NEXT:      shape.broadcast %[[P]], %[[A]], %[[B]]
func.func @select_dynamic(%arg0: tensor<4xi1>, %arg1: tensor<?xi32>, %arg2: tensor<?xi32>) -> tensor<4xi32> {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<4xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @constants
// CHECK-NEXT:    %[[A:.*]] = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.constant dense<7> : tensor<2xi32>
// CHECK-NEXT:    %[[C:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f16>
// CHECK-NEXT:    %[[SHAPE:.*]] = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>
// CHECK-NEXT:    %[[D:.*]] = stablehlo.dynamic_broadcast_in_dim %[[C]], %[[SHAPE]], dims = [] : (tensor<f16>, tensor<1xindex>) -> tensor<?xf16>
// CHECK-NEXT:    return %[[A]], %[[B]], %[[D]]
func.func @constants(%arg0: tensor<?xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<?xf16>) {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = "chlo.constant_like"(%0) <{value = 7 : i32}> : (tensor<2xi32>) -> tensor<2xi32>
  %2 = "chlo.constant_like"(%arg0) <{value = 0.25 : f16}> : (tensor<?xf32>) -> tensor<?xf16>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<?xf16>
}
