// Shapes of results as values that are computed from those of operands.
// RUN: sdyc opt %s -hlo-test-infer -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @concatenate
// CHECK-DAG: [[ONE:%.+]] = arith.constant 1 : index
// CHECK-DAG: [[TWO:%.+]] = arith.constant 2 : index
// CHECK: [[A:%.+]] = tensor.dim %arg0, [[ONE]] : tensor<2x?xf32>
// CHECK-NEXT: [[B:%.+]] = tensor.dim %arg1, [[ONE]] : tensor<2x?xf32>
// CHECK-NEXT: [[SUM:%.+]] = arith.addi [[A]], [[B]] : index
// CHECK-NEXT: [[S:%.+]] = tensor.from_elements [[TWO]], [[SUM]] : tensor<2xindex>
// CHECK-NEXT: return [[S]]
func.func @concatenate(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2xindex> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = "hlo_test_infer.reify_return_type_shapes"(%0) : (tensor<2x?xf32>) -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// CHECK-LABEL: func.func @padded
// CHECK: [[D:%.+]] = tensor.dim %arg0
// CHECK-NEXT: [[LESS:%.+]] = arith.subi [[D]], {{%.+}} : index
// CHECK-NEXT: [[GAPS:%.+]] = arith.maxsi [[LESS]], {{%.+}} : index
// CHECK-NEXT: [[INNER:%.+]] = arith.muli [[GAPS]], {{%.+}} : index
// CHECK-NEXT: [[ALL:%.+]] = arith.addi [[D]], [[INNER]] : index
// CHECK-NEXT: [[SIZE:%.+]] = arith.addi [[ALL]], {{%.+}} : index
// CHECK-NEXT: tensor.from_elements [[SIZE]] : tensor<1xindex>
func.func @padded(%a: tensor<?xf32>, %b: tensor<f32>) -> tensor<1xindex> {
  %0 = stablehlo.pad %a, %b, low = [1], high = [2], interior = [2] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = "hlo_test_infer.reify_return_type_shapes"(%0) : (tensor<?xf32>) -> tensor<1xindex>
  return %1 : tensor<1xindex>
}

// Shape operands of integers are cast.
// CHECK-LABEL: func.func @listed
// CHECK-NEXT: [[S:%.+]] = arith.index_cast %arg1 : tensor<2xi32> to tensor<2xindex>
// CHECK-NEXT: return [[S]]
func.func @listed(%a: tensor<?xf32>, %b: tensor<2xi32>) -> tensor<2xindex> {
  %0 = stablehlo.dynamic_reshape %a, %b : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = "hlo_test_infer.reify_return_type_shapes"(%0) : (tensor<?x?xf32>) -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// CHECK-LABEL: func.func @broadcast
// CHECK-NEXT: [[A:%.+]] = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>
// CHECK-NEXT: [[B:%.+]] = shape.shape_of %arg1 : tensor<*xf32> -> tensor<?xindex>
// CHECK-NEXT: shape.broadcast [[A]], [[B]] : tensor<1xindex>, tensor<?xindex> -> tensor<?xindex>
func.func @broadcast(%a: tensor<?xf32>, %b: tensor<*xf32>) -> tensor<?xindex> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<*xf32>) -> tensor<*xf32>
  %1 = "hlo_test_infer.reify_return_type_shapes"(%0) : (tensor<*xf32>) -> tensor<?xindex>
  return %1 : tensor<?xindex>
}

// Bounds of a product; what follows of it is a shape alone.
// CHECK-LABEL: func.func @product
// CHECK: "hlo_test_infer.return_type_components"(%0) {types0 = tensor<?x?xindex, #stablehlo.bounds<4, 8>>}
func.func @product(%a: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %b: tensor<3x?xf32, #stablehlo.bounds<?, 8>>) -> index {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<3x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<?x?xf32>
  %1 = "hlo_test_infer.get_return_type_components"(%0) : (tensor<?x?xf32>) -> index
  return %1 : index
}

// Nobody says how: the question stays.
// CHECK-LABEL: func.func @unknown
// CHECK: "hlo_test_infer.reify_return_type_shapes"
func.func @unknown(%a: tensor<?xf32>) -> tensor<1xindex> {
  %0 = stablehlo.custom_call @f(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "hlo_test_infer.reify_return_type_shapes"(%0) : (tensor<?xf32>) -> tensor<1xindex>
  return %1 : tensor<1xindex>
}
