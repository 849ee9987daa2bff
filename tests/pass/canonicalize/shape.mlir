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

// Casts of indices: of constants, and there and back where nothing is lost.
// CHECK-LABEL: func.func @index_casts
// CHECK-NEXT: [[C:%.+]] = arith.constant 5 : i64
// CHECK-NEXT: [[N:%.+]] = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: [[M:%.+]] = arith.index_cast [[N]] : i32 to index
// CHECK-NEXT: return [[C]], %arg0, [[M]], %arg1
func.func @index_casts(%a: index, %b: tensor<2xi32>) -> (i64, index, index, tensor<2xi32>) {
  %c = arith.constant 5 : index
  %0 = arith.index_cast %c : index to i64
  %1 = arith.index_cast %a : index to i64
  %2 = arith.index_cast %1 : i64 to index
  %3 = arith.index_cast %a : index to i32
  %4 = arith.index_cast %3 : i32 to index
  %5 = arith.index_cast %b : tensor<2xi32> to tensor<2xindex>
  %6 = arith.index_cast %5 : tensor<2xindex> to tensor<2xi32>
  return %0, %2, %4, %6 : i64, index, index, tensor<2xi32>
}

// Products wrap around.
// CHECK-LABEL: func.func @products
// CHECK-DAG: [[P:%.+]] = arith.constant 8589934593 : index
// CHECK: return [[P]] : index
func.func @products() -> index {
  %c = arith.constant 4294967297 : index
  %0 = arith.muli %c, %c : index
  return %0 : index
}
