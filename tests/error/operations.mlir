// What every operation is asked: counts, types and attributes by its definition, traits in MLIR's order.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

func.func @counts(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op requires a single operand}}
  %0 = "stablehlo.abs"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'stablehlo.add' op expected 2 operands, but found 1}}
  %1 = "stablehlo.add"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'stablehlo.abs' op requires one result}}
  "stablehlo.abs"(%arg0) : (tensor<4xf32>) -> ()
  // expected-error@+1 {{'stablehlo.abs' op requires zero regions}}
  %2 = "stablehlo.abs"(%arg0) ({}) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'stablehlo.concatenate' op expected 1 or more operands, but found 0}}
  %3 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

func.func @shapes(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %1 = "stablehlo.tanh"(%arg0) : (tensor<4xf32>) -> tensor<5xf32>
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results}}
  %2 = "stablehlo.convert"(%arg0) : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

func.func @elements(%arg0: tensor<4xi1>, %arg1: memref<4xf32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xi1>'}}
  %0 = "stablehlo.abs"(%arg0) : (tensor<4xi1>) -> tensor<4xi1>
  // expected-error@+1 {{operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'memref<4xf32>'}}
  %1 = "stablehlo.multiply"(%arg1, %arg1) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  return
}

// -----

// an attribute in braces is at fault where the braces open
func.func @attribute(%arg0: tensor<1x4x4x2xf32>, %arg1: tensor<3x3x2x2xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
    // expected-error@+1 {{attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
    {batch_group_count = 1 : i64, feature_group_count = -1 : i64}
    : (tensor<1x4x4x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x4x4x2xf32>
  return
}

// -----

// buffers: made, pinned, unpinned, and given on in one alias each
func.func @buffers(%arg0: tensor<2xf32>, %arg1: memref<2xf32>) {
  %0 = stablehlo.custom_call @CreateBuffer() : () -> memref<2xf32>
  %1 = stablehlo.custom_call @Pin(%arg0) : (tensor<2xf32>) -> memref<2xf32>
  %2 = stablehlo.custom_call @Unpin(%arg1) : (memref<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{CreateBuffer custom_call should have a memref result}}
  %3 = stablehlo.custom_call @CreateBuffer() : () -> tensor<2xf32>
  // expected-error@+1 {{Pin custom_call should have a tensor input}}
  %4 = stablehlo.custom_call @Pin(%arg1) : (memref<2xf32>) -> memref<2xf32>
  // expected-error@+1 {{Unpin custom_call should have one input}}
  %5 = stablehlo.custom_call @Unpin() : () -> tensor<2xf32>
  // expected-error@+1 {{buffer output [] is not used in output_operand_alias}}
  %6 = stablehlo.custom_call @other(%arg1) : (memref<2xf32>) -> memref<2xf32>
  // expected-error@+2 {{buffer output [1] is used in output_operand_alias more than once}}
  // expected-error@+1 {{buffer operand 0[] is used in output_operand_alias more than once}}
  %7:2 = stablehlo.custom_call @other(%arg1) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> (tensor<2xf32>, memref<2xf32>)
  return
}

// -----

// expected-error@+1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'a'}}
module attributes {a = 1 : i32, test.a = 2 : i32} {}

// -----

func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{invalid properties {a = 1 : i64} for op stablehlo.abs: this operation has empty properties}}
  %0 = "stablehlo.abs"(%arg0) <{a = 1}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// groups of operands that do not add up
func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op operand count (2) does not match with the total size (9) specified in attribute 'operandSegmentSizes'}}
  %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 8>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  return
}

// -----

func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op 'resultSegmentSizes' attribute cannot have negative elements}}
  %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 3, -1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  return
}

// -----

// groups of replicas as unsigned numbers
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %0 = "stablehlo.cross-replica-sum"(%arg0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xui64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// groups of replicas that may be axes of a mesh, too
func.func @f(%arg0: tensor<4x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xui64>} : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// a property of another kind than it is held as
func.func @f() {
  // expected-error@+1 {{invalid properties {iota_dimension = "a"} for op stablehlo.iota: Invalid attribute `iota_dimension` in property conversion: "a"}}
  %0 = "stablehlo.iota"() <{iota_dimension = "a"}> : () -> tensor<3xf32>
  return
}

// -----

// of the right kind, but not of the right type
func.func @f() {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i32}> : () -> tensor<3xf32>
  return
}

// -----

// the result of a logical operation is any tensor until it is compared with the operands
func.func @f(%arg0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.xor' op requires compatible types for all operands and results}}
  %0 = "stablehlo.xor"(%arg0, %arg0) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xf32>
  return
}

// -----

// shapes are compared before types, unlike elsewhere
func.func @f(%arg0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op requires compatible types for all operands and results}}
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

// an unranked tensor is of another base type than a ranked one
func.func @f(%arg0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.erf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.erf"(%arg0) : (tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected 1 operand type but had 0}}
  %0 = "stablehlo.abs"(%arg0) : () -> tensor<2xf32>
  return
}

// -----

// only the left operand is asked how many dimensions it has
func.func @f(%arg0: tensor<1x4x4x1xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x4x4x1xf32>' and 'tensor<f32>'.}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x4x4x1xf32>
  return
}

// -----

// what an operation is asked itself comes before its place
func.func @f(%arg0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.return' op requires zero results}}
  %0 = "stablehlo.return"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @result_of_comparison(%a: index) {
  // expected-error @+1 {{'arith.cmpi' op expected 'i1', but found 'f32'}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 2 : i64} : (index, index) -> f32
  return
}

// -----

func.func @predicate(%a: index) {
  // expected-error @+1 {{custom op 'arith.cmpi' expected a predicate: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge}}
  %0 = arith.cmpi foo, %a, %a : index
  return
}
