// RUN: sdyc opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{2 operands present, but expected 1}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected single output}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2xi1>) {
  // expected-error@+1 {{3 operands present, but expected 2}}
  %0 = stablehlo.select %a, %a, %a : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected exponent mantissa in format e#m#, saw e5}}
  %0 = stablehlo.reduce_precision %a, format = e5 : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{unable to parse exponent '99999999999'}}
  %0 = stablehlo.reduce_precision %a, format = e99999999999m2 : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{unable to parse mantissa '99999999999'}}
  %0 = stablehlo.reduce_precision %a, format = e5m99999999999 : tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{operand types must match the number of inputs and inits}}
  %0:2 = chlo.scan (%a) inits (%b) dimension=0 {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  } : (tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{not enough result types to cover the required carries}}
  chlo.scan (%a) inits (%b) dimension=0 {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  } : (tensor<2xf32>, tensor<f32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %p: tensor<2xi1>) {
  // expected-error@+1 {{custom op 'stablehlo.select' expected functional type or list of two types}}
  %0 = stablehlo.select %p, %a, %a : tensor<2xi1>, tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.dot_general' expected 'precision'}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], batching_dims = [0] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{expected '<'}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = fast : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected ','}}
  %0 = stablehlo.slice %a [0:2:1:1] : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %0 = stablehlo.composite unit %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{invalid SSA value result number}}
  %0 = stablehlo.abs %a#x : tensor<4xf32>
  return
}
