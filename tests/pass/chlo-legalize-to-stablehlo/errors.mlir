// RUN: sdyc opt -chlo-legalize-to-stablehlo -split-input-file -verify-diagnostics %s

// The dimensions of the smaller operand may only be the last ones of the larger.
func.func @mapping(%arg0: tensor<3x3xf32>, %arg1: tensor<3xf32>) -> tensor<3x3xf32> {
  // expected-warning@+2 {{unsupported non prefix-padded dynamic rank broadcast_dimensions = 0}}
  // expected-error@+1 {{failed to legalize operation 'chlo.broadcast_add' that was explicitly marked illegal}}
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 0>} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

func.func @type(%arg0: tensor<3xf8E5M2>) -> tensor<3xf8E5M2> {
  // expected-error@+1 {{failed to legalize operation 'chlo.erf' that was explicitly marked illegal}}
  %0 = chlo.erf %arg0 : tensor<3xf8E5M2> -> tensor<3xf8E5M2>
  return %0 : tensor<3xf8E5M2>
}

// -----

func.func @unranked(%arg0: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{failed to legalize operation 'chlo.constant_like' that was explicitly marked illegal}}
  %0 = "chlo.constant_like"(%arg0) <{value = 1.0 : f32}> : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @other_type(%arg0: tensor<3xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{its result would become 'tensor<3xf32>' where 'tensor<?xf32>' is asked for}}
  %0 = chlo.square %arg0 : tensor<3xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @quotient_of_booleans(%arg0: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error@+1 {{'stablehlo.divide' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or}}
  %0 = chlo.broadcast_divide %arg0, %arg0 : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}
