// What only propagation reads has no form in the program of one device; a constant that is whole keeps what it says.
// RUN: sdyc opt %s -sdy-convert-global-to-local -split-input-file -verify-diagnostics | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
// CHECK: stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<1.000000e+00> : tensor<4xf32>
// CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
func.func @constants() {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<1.0> : tensor<4xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  return
}

// -----

func.func @barrier(%a: tensor<4xf32>) {
  // expected-error @+1 {{failed to legalize operation 'sdy.propagation_barrier' that was explicitly marked illegal}}
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<4xf32>
  return
}

// -----

func.func @group(%a: tensor<4xf32>) {
  // expected-error @+1 {{failed to legalize operation 'sdy.sharding_group' that was explicitly marked illegal}}
  sdy.sharding_group %a group_id=1 : tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @reshard(%a: tensor<4xf32>) {
  // expected-error @+1 {{failed to legalize operation 'sdy.reshard' that was explicitly marked illegal}}
  %0 = sdy.reshard %a <@mesh, [{"x"}]> : tensor<4xf32>
  return
}
