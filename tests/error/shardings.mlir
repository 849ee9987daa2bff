// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// no such axis
sdy.mesh @m = <["x"=2]>
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+2 {{'sdy.sharding_constraint' op unknown axis name: "z"}}
  // expected-note@+1 {{the mesh has "x"=2}}
  %0 = sdy.sharding_constraint %arg0 <@m, [{"z"}]> : tensor<4xf32>
  return
}

// -----

// an axis twice
sdy.mesh @m = <["x"=2]>
  // expected-error@+1 {{'func.func' op arg 0 - duplicate axis ref: "x"}}
func.func @f(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"x"}]>}) {
  return
}

// -----

// another rank
sdy.mesh @m = <["x"=2]>
func.func @f(%arg0: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op result - sharding doesn't match tensor rank: 1 != 2}}
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<4x4xf32>
  return
}

// -----

// no mesh
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'sdy.reshard' op unknown mesh: @m}}
  %0 = sdy.reshard %arg0 <@m, [{}]> : tensor<4xf32>
  return
}

// -----

// what is gathered is not there
sdy.mesh @m = <["x"=2]>
func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op can't apply gathering axis "x" to operand sharding on dimension 0}}
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@m, [{}]> : tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4]>
func.func @parts(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op requires operand and result to be parts of one tensor: found 'tensor<2xf32>' and 'tensor<6xf32>'}}
  %0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}]>, out_sharding = #sdy.sharding<@m, [{}]>}> : (tensor<2xf32>) -> tensor<6xf32>
  return
}

// -----

// a local shape
sdy.mesh @m = <["x"=2]>
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<2xf32>', actual local shape 'tensor<4xf32>'}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unsorted(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op indices of special factors must be sorted}}
  %0 = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([k, i]) {i=2, j=4, k=8} reduction={k, j}>} : (tensor<8x8xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @repeated(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op indices of special factors must be unique}}
  %0 = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([k, i]) {i=2, j=4, k=8} blocked_propagation={j, j}>} : (tensor<8x8xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @stray(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op index must be less than 3, got: 3}}
  %0 = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([k, i]) {i=2, j=4, k=8} reduction={j, l}>} : (tensor<8x8xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @overlap(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op a factor can only be in one of the reduction, need replication, or permutation factor sets}}
  %0 = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([k, i]) {i=2, j=4, k=8} reduction={j} need_replication={j} blocked_propagation={j, i}>} : (tensor<8x8xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @mesh_inside() {
  // expected-error@+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
  sdy.mesh @mesh = <["a"=2]>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @moves(%a: tensor<8x8xf32>) {
  // expected-error@+4 {{expected string}}
  // expected-error@+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
  // expected-error@+2 {{failed to parse Sdy_AllToAllParamAttr parameter 'axes' which is to be a `::llvm::ArrayRef<AxisRefAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`}}
  %0 = sdy.all_to_all [{}: 0->1] %a out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  return
}
