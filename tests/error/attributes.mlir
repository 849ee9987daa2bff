// What attributes, regions and types are asked to be, in words.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// a negative dimension
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.concatenate"(%a) {dimension = -1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// not an enumeration
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'comparison_direction' failed to satisfy constraint: Which comparison operation to perform.}}
  %0 = "stablehlo.compare"(%a, %a) {comparison_direction = "EQ"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// no such case
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+2 {{expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  // expected-error@+1 {{failed to parse StableHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonDirection`}}
  %0 = "stablehlo.compare"(%a, %a) {comparison_direction = #stablehlo<comparison_direction QE>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// numbers in a tensor
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.reverse"(%a) {dimensions = dense<0> : tensor<1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// groups of another type
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi32>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// no such version
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'api_version' failed to satisfy constraint: Custom call API version}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "g", api_version = 5 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// a layout in two dimensions
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'operand_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "g", operand_layouts = [dense<[[0]]> : tensor<1x1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// a region without a block
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.reduce"(%a, %b) ({}) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// a function without a block
// expected-error@+1 {{custom op 'func.func' expected non-empty function body}}
func.func @f() {}

// -----

// regions are counted first
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{requires one region}}
  "stablehlo.map"(%a) {dimensions = array<i64>} : (tensor<4xf32>) -> ()
  return
}

// -----

// a bound of a static dimension
// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<4xf32>'}}
func.func private @f(tensor<4xf32, #stablehlo.bounds<8>>)

// -----

// more bounds than dimensions
// expected-error@+1 {{Bounds length is 2, expected to be equal to rank(1) of the tensor 'tensor<?xf32>'}}
func.func private @f(tensor<?xf32, #stablehlo.bounds<8, 8>>)

// -----

// a slice past the bound
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<8>>) {
  // expected-error@+2 {{limit index 9 is larger than dimension bound 8 in dimension 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.slice %a [0:9] : (tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<9xf32>
  return
}

// -----

// more taken off than the bound
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<8>>, %b: tensor<f32>) {
  // expected-error@+2 {{Padding result in negative bound for dimension 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.pad %a, %b, low = [-9], high = [0], interior = [0] : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

// two extents under an unknown one
func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0:2 = "stablehlo.sort"(%a, %b) ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>, %g: tensor<f32>):
    %1 = stablehlo.compare LT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?xf32>, tensor<4xf32>) -> (tensor<5xf32>, tensor<4xf32>)
  return
}

// -----

// a cast to other elements
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{operand type 'tensor<4xf32>' and result type 'tensor<?xi32>' are cast incompatible}}
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xi32>
  return
}

// -----

// an unranked tensor in a tuple
func.func @f(%a: tuple<tensor<*xf32>>) {
  // expected-error@+1 {{operand #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'tuple<tensor<*xf32>>'}}
  %0 = stablehlo.get_tuple_element %a[0] : (tuple<tensor<*xf32>>) -> tensor<*xf32>
  return
}

// -----

// indices of a scatter
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{operand #1 must be ranked tensor of integer or index values, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.scatter"(%a, %a, %a) ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %d : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<>} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// a scatter with unsorted dimensions
func.func @f(%a: tensor<4x4xf32>, %b: tensor<2x2xi32>, %c: tensor<2xf32>) {
  // expected-error@+1 {{Expects inserted_window_dims to be sorted; got: [1, 0].}}
  %0 = "stablehlo.scatter"(%a, %b, %c) ({
  ^bb0(%d: tensor<f32>, %e: tensor<f32>):
    stablehlo.return %e : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x4xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @sizes_of_groups(%a: tensor<3xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{invalid properties {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = dense<1> : tensor<2xi64>} for op chlo.scan: for `resultSegmentSizes`: expected DenseI32ArrayAttr}}
  %0:2 = "chlo.scan"(%a, %b) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = dense<1> : tensor<2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return
}

// -----

func.func @number_of_groups(%a: tensor<3xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{for op chlo.scan: for `resultSegmentSizes`: size mismatch in attribute conversion: 1 vs 2}}
  %0:2 = "chlo.scan"(%a, %b) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return
}
