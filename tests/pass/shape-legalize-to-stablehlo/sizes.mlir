// Computations of sizes on indices become operations of stablehlo on i32.
// RUN: sdyc opt %s -split-input-file -shape-legalize-to-stablehlo -verify-diagnostics | FileCheck %s
// RUN: sdyc opt %s -split-input-file -shape-legalize-to-stablehlo -reconcile-unrealized-casts -verify-diagnostics | FileCheck %s --check-prefix=SHORT
// RUN: sdyc opt %s -split-input-file | sdyc opt -split-input-file | FileCheck %s --check-prefix=SAME

// The shape of a tensor, and casts of it to what its users take.
// CHECK-LABEL: func.func @shape_of
// CHECK-NEXT: [[A:%.+]] = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
// CHECK-NEXT: [[A1:%.+]] = stablehlo.reshape [[A]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: [[B:%.+]] = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x3xf32>) -> tensor<i32>
// CHECK-NEXT: [[B1:%.+]] = stablehlo.reshape [[B]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: [[ALL:%.+]] = stablehlo.concatenate [[A1]], [[B1]], dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK-NEXT: [[INDEX:%.+]] = builtin.unrealized_conversion_cast [[ALL]] : tensor<2xi32> to tensor<2xindex>
// CHECK-NEXT: [[BACK:%.+]] = builtin.unrealized_conversion_cast [[INDEX]] : tensor<2xindex> to tensor<2xi32>
// CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1, [[BACK]], dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
// SHORT-LABEL: func.func @shape_of
// SHORT: [[ALL:%.+]] = stablehlo.concatenate
// SHORT-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1, [[ALL]],
// SAME-LABEL: func.func @shape_of
// SAME: shape.shape_of %arg0 : tensor<?x3xf32> -> tensor<2xindex>
func.func @shape_of(%a: tensor<?x3xf32>, %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = shape.shape_of %a : tensor<?x3xf32> -> tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %0, dims = [1] : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// -----

// Extents that are known are asked for like others; lists of constants are put together.
// CHECK-LABEL: func.func @known
// CHECK-NEXT: [[A:%.+]] = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<2x3xf32>) -> tensor<i32>
// CHECK-NEXT: stablehlo.reshape [[A]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: stablehlo.constant dense<[4, 5]> : tensor<2xi32>
// CHECK: stablehlo.constant dense<> : tensor<0xi32>
// CHECK: [[ALL:%.+]] = stablehlo.constant dense<[4, 5]> : tensor<2xi32>
// CHECK-NEXT: [[LIST:%.+]] = builtin.unrealized_conversion_cast [[ALL]] : tensor<2xi32> to tensor<2xindex>
// CHECK: return {{.*}}, [[LIST]] :
func.func @known(%a: tensor<2x3xf32>, %s: tensor<f32>) -> (tensor<2xindex>, tensor<2xindex>, tensor<0xindex>, tensor<2xindex>) {
  %0 = shape.shape_of %a : tensor<2x3xf32> -> tensor<2xindex>
  %1 = shape.const_shape [4, 5] : tensor<2xindex>
  %2 = shape.shape_of %s : tensor<f32> -> tensor<0xindex>
  %3 = shape.const_shape [1, 1] : tensor<2xindex>
  %4 = shape.broadcast %1, %3 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %0, %1, %2, %4 : tensor<2xindex>, tensor<2xindex>, tensor<0xindex>, tensor<2xindex>
}

// -----

// Products of constants are computed by the program, but for those with nothing to compute.
// CHECK-LABEL: func.func @products
// CHECK-DAG: [[ZERO:%.+]] = arith.constant 0 : index
// CHECK: [[A:%.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: [[B:%.+]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK-NEXT: [[M:%.+]] = stablehlo.multiply [[A]], [[B]] : tensor<i32>
// CHECK-NEXT: [[MI:%.+]] = builtin.unrealized_conversion_cast [[M]] : tensor<i32> to index
// CHECK-NEXT: [[X:%.+]] = builtin.unrealized_conversion_cast %arg0 : index to tensor<i32>
// CHECK-NEXT: [[C:%.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: [[N:%.+]] = stablehlo.multiply [[X]], [[C]] : tensor<i32>
// CHECK-NEXT: [[NI:%.+]] = builtin.unrealized_conversion_cast [[N]] : tensor<i32> to index
// CHECK-NEXT: return [[MI]], [[NI]], [[ZERO]]
func.func @products(%a: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %0 = arith.muli %c3, %c4 : index
  %1 = arith.muli %c3, %a : index
  %2 = arith.muli %a, %c0 : index
  return %0, %1, %2 : index, index, index
}

// -----

// Casts there and back are dropped, unless the way is too narrow.
// CHECK-LABEL: func.func @there_and_back
// CHECK: [[S:%.+]] = stablehlo.convert {{.*}} : (tensor<i32>) -> tensor<i64>
// CHECK: [[T:%.+]] = builtin.unrealized_conversion_cast {{.*}} : i32 to tensor<i32>
// CHECK-NEXT: [[N:%.+]] = builtin.unrealized_conversion_cast [[T]] : tensor<i32> to index
// CHECK-NEXT: return %arg0, [[N]] : index, index
func.func @there_and_back(%a: index) -> (index, index) {
  %0 = arith.index_cast %a : index to i64
  %1 = arith.index_cast %0 : i64 to index
  %2 = arith.index_cast %a : index to i32
  %3 = arith.index_cast %2 : i32 to index
  return %1, %3 : index, index
}

// -----

func.func @of_indices(%a: tensor<2x?xindex>) -> tensor<2xindex> {
  // expected-error@+1 {{failed to legalize operation 'shape.shape_of' that was explicitly marked illegal}}
  %0 = shape.shape_of %a : tensor<2x?xindex> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

// CHECK-LABEL: func.func @num_elements
// CHECK-NEXT: [[SHAPE:%.+]] = builtin.unrealized_conversion_cast %arg0 : tensor<2xindex> to tensor<2xi32>
// CHECK-NEXT: [[ONE:%.+]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT: [[S0:%.+]] = stablehlo.slice [[SHAPE]] [0:1] : (tensor<2xi32>) -> tensor<1xi32>
// CHECK-NEXT: [[R0:%.+]] = stablehlo.reshape [[S0]] : (tensor<1xi32>) -> tensor<i32>
// CHECK-NEXT: [[M0:%.+]] = stablehlo.multiply [[ONE]], [[R0]] : tensor<i32>
// CHECK-NEXT: [[S1:%.+]] = stablehlo.slice [[SHAPE]] [1:2] : (tensor<2xi32>) -> tensor<1xi32>
// CHECK-NEXT: [[R1:%.+]] = stablehlo.reshape [[S1]] : (tensor<1xi32>) -> tensor<i32>
// CHECK-NEXT: [[M1:%.+]] = stablehlo.multiply [[M0]], [[R1]] : tensor<i32>
// CHECK-NEXT: [[COUNT:%.+]] = builtin.unrealized_conversion_cast [[M1]] : tensor<i32> to index
// CHECK-NEXT: return [[COUNT]]
// SAME-LABEL: func.func @num_elements
// SAME: shape.num_elements %arg0 : tensor<2xindex> -> index
func.func @num_elements(%a: tensor<2xindex>) -> index {
  %0 = shape.num_elements %a : tensor<2xindex> -> index
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @broadcast
// CHECK-NEXT: [[A:%.+]] = builtin.unrealized_conversion_cast %arg0 : tensor<3xindex> to tensor<3xi32>
// CHECK-NEXT: [[B:%.+]] = builtin.unrealized_conversion_cast %arg1 : tensor<1xindex> to tensor<1xi32>
// CHECK-NEXT: [[ONES:%.+]] = stablehlo.constant dense<1> : tensor<2xi32>
// CHECK-NEXT: [[LONG:%.+]] = stablehlo.concatenate [[ONES]], [[B]], dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
// CHECK-NEXT: [[MAX:%.+]] = stablehlo.maximum [[A]], [[LONG]] : tensor<3xi32>
// CHECK-NEXT: builtin.unrealized_conversion_cast [[MAX]] : tensor<3xi32> to tensor<3xindex>
func.func @broadcast(%a: tensor<3xindex>, %b: tensor<1xindex>) -> tensor<3xindex> {
  %0 = shape.broadcast %a, %b : tensor<3xindex>, tensor<1xindex> -> tensor<3xindex>
  return %0 : tensor<3xindex>
}

// -----

// CHECK-LABEL: func.func @casts
// CHECK: [[I:%.+]] = builtin.unrealized_conversion_cast %arg0 : index to tensor<i32>
// CHECK-NEXT: [[L:%.+]] = stablehlo.convert [[I]] : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT: [[S:%.+]] = builtin.unrealized_conversion_cast [[L]] : tensor<i64> to i64
// CHECK: [[T:%.+]] = builtin.unrealized_conversion_cast %arg1 : i32 to tensor<i32>
// CHECK-NEXT: [[X:%.+]] = builtin.unrealized_conversion_cast [[T]] : tensor<i32> to index
// CHECK: [[P:%.+]] = builtin.unrealized_conversion_cast %arg2 : tensor<2xindex> to tensor<2xi32>
// CHECK: return [[S]], [[X]], [[P]] : i64, index, tensor<2xi32>
func.func @casts(%a: index, %b: i32, %c: tensor<2xindex>) -> (i64, index, tensor<2xi32>) {
  %0 = arith.index_cast %a : index to i64
  %1 = arith.index_cast %b : i32 to index
  %2 = arith.index_cast %c : tensor<2xindex> to tensor<2xi32>
  return %0, %1, %2 : i64, index, tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @elements
// CHECK: [[DIM:%.+]] = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
// CHECK-NEXT: [[DIMI:%.+]] = builtin.unrealized_conversion_cast [[DIM]] : tensor<i32> to index
// CHECK-NEXT: [[SHAPE:%.+]] = builtin.unrealized_conversion_cast %arg1 : tensor<3xindex> to tensor<3xi32>
// CHECK-NEXT: [[PART:%.+]] = stablehlo.slice [[SHAPE]] [1:2] : (tensor<3xi32>) -> tensor<1xi32>
// CHECK-NEXT: [[ONE:%.+]] = stablehlo.reshape [[PART]] : (tensor<1xi32>) -> tensor<i32>
// CHECK-NEXT: [[ONEI:%.+]] = builtin.unrealized_conversion_cast [[ONE]] : tensor<i32> to index
// CHECK-NEXT: [[A:%.+]] = builtin.unrealized_conversion_cast [[DIMI]] : index to tensor<i32>
// CHECK-NEXT: [[B:%.+]] = builtin.unrealized_conversion_cast [[ONEI]] : index to tensor<i32>
// CHECK-NEXT: [[M:%.+]] = stablehlo.multiply [[A]], [[B]] : tensor<i32>
// CHECK-NEXT: [[MI:%.+]] = builtin.unrealized_conversion_cast [[M]] : tensor<i32> to index
// CHECK-NEXT: [[MM:%.+]] = builtin.unrealized_conversion_cast [[MI]] : index to tensor<i32>
// CHECK-NEXT: [[M1:%.+]] = stablehlo.reshape [[MM]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: [[C1:%.+]] = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK-NEXT: [[LIST:%.+]] = stablehlo.concatenate [[M1]], [[C1]], dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK-NEXT: builtin.unrealized_conversion_cast [[LIST]] : tensor<2xi32> to tensor<2xindex>
// SAME-LABEL: func.func @elements
// SAME: [[DIM:%.+]] = tensor.dim %arg0, {{%.+}} : tensor<?x2xf32>
// SAME-NEXT: [[E:%.+]] = tensor.extract %arg1[{{%.+}}] : tensor<3xindex>
// SAME-NEXT: [[M:%.+]] = arith.muli [[DIM]], [[E]] : index
// SAME-NEXT: tensor.from_elements [[M]], {{%.+}} : tensor<2xindex>
func.func @elements(%a: tensor<?x2xf32>, %s: tensor<3xindex>) -> tensor<2xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<?x2xf32>
  %1 = tensor.extract %s[%c1] : tensor<3xindex>
  %2 = arith.muli %0, %1 : index
  %3 = tensor.from_elements %2, %c1 : tensor<2xindex>
  return %3 : tensor<2xindex>
}

// -----

func.func @three(%a: tensor<2xindex>) -> tensor<2xindex> {
  // expected-error@+1 {{failed to legalize operation 'shape.broadcast' that was explicitly marked illegal}}
  %0 = shape.broadcast %a, %a, %a : tensor<2xindex>, tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @shape(%a: !shape.shape) -> !shape.size {
  // expected-error@+1 {{failed to legalize operation 'shape.num_elements' that was explicitly marked illegal}}
  %0 = shape.num_elements %a : !shape.shape -> !shape.size
  return %0 : !shape.size
}

// -----

// SAME-LABEL: func.func @others
// SAME: shape.concat %arg0, %arg1 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
// SAME-NEXT: shape.cstr_eq %arg0, %arg1 : tensor<?xindex>, tensor<?xindex>
// SAME-NEXT: shape.dim %arg2, %arg3 : tensor<?xf32>, index -> index
// SAME-NEXT: shape.to_extent_tensor %arg0 : tensor<?xindex> -> tensor<3xindex>
// SAME-NEXT: {{%.+}}, {{%.+}} = shape.split_at %arg0, %arg3 : tensor<?xindex>, index -> tensor<?xindex>, tensor<?xindex>
func.func @others(%a: tensor<?xindex>, %b: tensor<?xindex>, %t: tensor<?xf32>, %i: index) {
  // expected-error@+1 {{failed to legalize operation 'shape.concat' that was explicitly marked illegal}}
  %0 = shape.concat %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %1 = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %2 = shape.dim %t, %i : tensor<?xf32>, index -> index
  %3 = shape.to_extent_tensor %a : tensor<?xindex> -> tensor<3xindex>
  %4, %5 = shape.split_at %a, %i : tensor<?xindex>, index -> tensor<?xindex>, tensor<?xindex>
  return
}
