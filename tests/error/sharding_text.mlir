// Errors in the text of sdy attributes: what is wrong, and which part of the attribute it spoils.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// expected-error@+2 {{custom op 'sdy.mesh' axis size must be at least 1, got: 0}}
// expected-error@+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes'}}
sdy.mesh @mesh = <["x"=0]>

// -----

// expected-error@+3 {{custom op 'sdy.mesh' expected string}}
// expected-error@+2 {{failed to parse Sdy_MeshAxis parameter 'name'}}
// expected-error@+1 {{failed to parse Sdy_Mesh parameter 'axes'}}
sdy.mesh @mesh = <[x=2]>

// -----

// expected-error@+3 {{axis size must be at least 1, got: -1}}
// expected-error@+2 {{failed to parse Sdy_Mesh parameter 'axes'}}
// expected-error@+1 {{failed to parse MeshAttr}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=-1]>, [{}]>})

// -----

// expected-error@+3 {{expected string}}
// expected-error@+2 {{failed to parse Sdy_AxisRef parameter 'name'}}
// expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings'}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{x}]>})

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error@+1 {{sub-axis pre-size must be at least 1: "x":(0)2}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(0)2}]>})

// -----

// expected-error@+1 {{failed to parse Sdy_TensorSharding, expected valid named axis list after comma}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], open={"x"}>})

// -----

// a factor that is none
func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+3 {{expecting symbol from 'i' to 'z'. Received: 'b'}}
  // expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings'}}
  // expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings'}}
  %0 = stablehlo.negate %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([b])->([b]) {b=8}>} : tensor<8xf32>
  return
}

// -----

// factors out of order
func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{Expecting factor index symbol 'j', received: 'z_2'}}
  %0 = stablehlo.negate %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8, z_2=1}>} : tensor<8xf32>
  return
}

// -----

// a factor of no tensor
func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op has factor j=2 that isn't used in operand and result mappings}}
  %0 = stablehlo.negate %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8, j=2}>} : tensor<8xf32>
  return
}

// -----

// the wrong rank of one of two operands
func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand 1 - mapping rank must match: 2 != 1}}
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i, j])->([i]) {i=8, j=2}>} : tensor<8xf32>
  return
}

// -----

// an empty dimension
func.func @f(%arg0: tensor<8x1xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op operand - dim mapping must have at least one factor}}
  %0 = stablehlo.negate %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, ])->([i, j]) {i=8, j=1}>} : tensor<8x1xf32>
  return
}

// -----

// what is missing at the end of a line is reported there
func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = stablehlo.negate %arg0
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{index of a value is out of range}}
  %0 = stablehlo.negate %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"b" = result-9223372036854775807 -> [operand-0]}]}]>} : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]}}
  %0 = sdy.propagation_barrier %arg0 allowed_direction=SIDEWAYS : tensor<8xf32>
  return %0 : tensor<8xf32>
}
