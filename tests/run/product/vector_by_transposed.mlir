// A vector times a matrix whose rows the result has transposed, alone and with statements after the sum: against the sum of the
// rows themselves, of whole numbers.
// RUN: sdyc run %s --expected-output=24x33xi1=true --expected-output=24x33xi1=true
func.func @main() -> (tensor<24x33xi1>, tensor<24x33xi1>) {
  %numbers = stablehlo.iota dim = 0 : tensor<31680xi32>
  %seven = stablehlo.constant dense<7> : tensor<31680xi32>
  %rest = stablehlo.remainder %numbers, %seven : tensor<31680xi32>
  %floats = stablehlo.convert %rest : (tensor<31680xi32>) -> tensor<31680xf32>
  %m = stablehlo.reshape %floats : (tensor<31680xf32>) -> tensor<40x33x24xf32>
  %barrier = stablehlo.optimization_barrier %m : tensor<40x33x24xf32>
  %v = stablehlo.iota dim = 0 : tensor<40xf32>
  %turned = stablehlo.transpose %barrier, dims = [0, 2, 1] : (tensor<40x33x24xf32>) -> tensor<40x24x33xf32>
  %sum = stablehlo.dot_general %v, %turned, contracting_dims = [0] x [0] : (tensor<40xf32>, tensor<40x24x33xf32>) -> tensor<24x33xf32>
  %other = stablehlo.dot_general %turned, %v, contracting_dims = [0] x [0] : (tensor<40x24x33xf32>, tensor<40xf32>) -> tensor<24x33xf32>
  %minus = stablehlo.negate %other : tensor<24x33xf32>
  %wide = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<40xf32>) -> tensor<40x24x33xf32>
  %terms = stablehlo.multiply %wide, %turned : tensor<40x24x33xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %wanted = stablehlo.reduce(%terms init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<40x24x33xf32>, tensor<f32>) -> tensor<24x33xf32>
  %low = stablehlo.negate %wanted : tensor<24x33xf32>
  %a = stablehlo.compare EQ, %sum, %wanted : (tensor<24x33xf32>, tensor<24x33xf32>) -> tensor<24x33xi1>
  %b = stablehlo.compare EQ, %minus, %low : (tensor<24x33xf32>, tensor<24x33xf32>) -> tensor<24x33xi1>
  return %a, %b : tensor<24x33xi1>, tensor<24x33xi1>
}
