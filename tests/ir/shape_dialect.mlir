// RUN: sdyc opt %s | sdyc opt | FileCheck %s

// Shapes as values, and what may be assumed of them.
// CHECK-LABEL: func.func @shapes
// CHECK-NEXT:    %[[A:.*]] = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>
// CHECK-NEXT:    %[[B:.*]] = shape.const_shape [2, 3] : tensor<2xindex>
// CHECK-NEXT:    %[[HOLDS:.*]] = shape.cstr_broadcastable %[[A]], %[[B]] : tensor<1xindex>, tensor<2xindex>
// CHECK-NEXT:    %[[R:.*]] = shape.assuming %[[HOLDS]] -> (tensor<2xindex>) {
// CHECK-NEXT:      %[[C:.*]] = shape.broadcast %[[A]], %[[B]] : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
// CHECK-NEXT:      shape.assuming_yield %[[C]] : tensor<2xindex>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]] : tensor<2xindex>
func.func @shapes(%arg0: tensor<?xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.const_shape [2, 3] : tensor<2xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<2xindex>
  %3 = shape.assuming %2 -> (tensor<2xindex>) {
    %4 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
    shape.assuming_yield %4 : tensor<2xindex>
  }
  return %3 : tensor<2xindex>
}
