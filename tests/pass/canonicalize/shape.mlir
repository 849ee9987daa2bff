// Shapes that are known, or partly known.
// RUN: sdyc opt %s -canonicalize | FileCheck %s
// RUN: sdyc opt %s -canonicalize | sdyc opt -canonicalize | FileCheck %s

// What is broadcastable whatever the sizes are needs no assumption.
// CHECK-LABEL: func.func @known
// CHECK-NOT: shape.assuming
// CHECK: stablehlo.add
func.func @known(%a: tensor<?x3xf32>, %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = shape.shape_of %a : tensor<?x3xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<3xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %3 = shape.assuming %2 -> (tensor<?x3xf32>) {
    %4 = stablehlo.add %a, %a : tensor<?x3xf32>
    shape.assuming_yield %4 : tensor<?x3xf32>
  }
  return %3 : tensor<?x3xf32>
}

// Constants are one, and come last; shapes of scalars and what is there already go.
// CHECK-LABEL: func.func @merged
// CHECK: [[C:%.+]] = shape.const_shape [2, 8] : tensor<2xindex>
// CHECK: [[B:%.+]] = shape.broadcast %arg0, %arg1, [[C]] : tensor<2xindex>, tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
// CHECK: return [[B]], %arg0
func.func @merged(%a: tensor<2xindex>, %b: tensor<2xindex>) -> (tensor<2xindex>, tensor<2xindex>) {
  %0 = shape.const_shape [2, 1] : tensor<2xindex>
  %1 = shape.const_shape [8] : tensor<1xindex>
  %2 = shape.const_shape [] : tensor<0xindex>
  %3 = shape.broadcast %0, %a, %2, %1, %b, %a : tensor<2xindex>, tensor<2xindex>, tensor<0xindex>, tensor<1xindex>, tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %4 = shape.broadcast %a, %a, %2 : tensor<2xindex>, tensor<2xindex>, tensor<0xindex> -> tensor<2xindex>
  return %3, %4 : tensor<2xindex>, tensor<2xindex>
}

// CHECK-LABEL: func.func @open
// CHECK: shape.cstr_broadcastable %arg0, %arg1, {{%.+}} :
func.func @open(%a: tensor<1xindex>, %b: tensor<1xindex>) -> !shape.witness {
  %0 = shape.const_shape [3] : tensor<1xindex>
  %1 = shape.cstr_broadcastable %0, %a, %b, %a : tensor<1xindex>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>
  return %1 : !shape.witness
}
