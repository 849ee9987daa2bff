// RUN: sdyc opt %s -split-input-file -verify-diagnostics -sdy-resolve-single-device-sharding
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @first = <[], device_ids=[0]>
func.func @mixed(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' on a single device has a result that is sharded: sdy-insert-explicit-reshards comes first}}
  %0:2 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@first, []>, <@mesh, [{"x"}]>]>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}

// -----
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @first = <[], device_ids=[0]>
sdy.mesh @second = <[], device_ids=[1]>
func.func @two(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op has conflicting single-device result shardings}}
  %0:2 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@first, []>, <@second, []>]>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}

// -----
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @first = <[], device_ids=[0]>
func.func @open(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'stablehlo.abs' on a single device: there are no zeros of the type of result 0 for the other devices}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@first, []>]>} : tensor<?xf32>
  return %0 : tensor<?xf32>
}
