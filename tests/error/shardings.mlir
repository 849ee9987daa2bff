// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// no such axis
sdy.mesh @m = <["x"=2]>
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unknown axis name: "z"}}
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
