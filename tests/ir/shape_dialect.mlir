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

// CHECK-LABEL: func.func @sizes
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %arg0, %arg1 : index
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %arg0, %arg1 : index
// CHECK-NEXT: %[[S:.*]] = arith.select %[[LESS]], %[[SUM]], %arg1 : index
// CHECK-NEXT: %[[DIFFERENCE:.*]] = arith.subi %[[S]], %arg0 : index
// CHECK-NEXT: %[[MOST:.*]] = arith.maxsi %[[DIFFERENCE]], %arg0 : index
// CHECK-NEXT: arith.divsi %[[MOST]], %arg1 : index
// CHECK-NEXT: %[[MASK:.*]] = arith.cmpi uge, %arg2, %arg2 {note} : tensor<2xi32>
// CHECK-NEXT: arith.select %[[MASK]], %arg2, %arg2 : tensor<2xi1>, tensor<2xi32>
func.func @sizes(%a: index, %b: index, %t: tensor<2xi32>) -> index {
  %0 = arith.cmpi slt, %a, %b : index
  %1 = arith.addi %a, %b : index
  %2 = arith.select %0, %1, %b : index
  %3 = arith.subi %2, %a : index
  %4 = arith.maxsi %3, %a : index
  %5 = arith.divsi %4, %b : index
  %6 = arith.cmpi uge, %t, %t {note} : tensor<2xi32>
  %7 = arith.select %6, %t, %t : tensor<2xi1>, tensor<2xi32>
  return %5 : index
}
