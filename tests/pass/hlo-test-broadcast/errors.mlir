// RUN: sdyc opt %s -hlo-test-broadcast -allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @sizes(%a: tensor<3xf32>, %b: tensor<2xf32>) -> !stablehlo.token {
  // expected-error @+1 {{incompatible shapes for broadcasting 3 and 2}}
  %0 = "hlo_test_broadcast.numpy_broadcast"(%a, %b) : (tensor<3xf32>, tensor<2xf32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @bounded_and_not(%a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<3>>) -> !stablehlo.token {
  // expected-error @+1 {{cannot mix bounded and static dimensions in broadcast}}
  %0 = "hlo_test_broadcast.numpy_broadcast"(%a, %b) : (tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<3>>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @no_tensor(%a: tensor<3xf32>, %b: !stablehlo.token) -> !stablehlo.token {
  // expected-error @+1 {{expected ranked tensor type for broadcast inputs}}
  %0 = "hlo_test_broadcast.numpy_broadcast"(%a, %b) : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @nothing() -> !stablehlo.token {
  // expected-error @+1 {{requires at least one operand to broadcast}}
  %0 = "hlo_test_broadcast.numpy_broadcast"() : () -> !stablehlo.token
  return %0 : !stablehlo.token
}
