// A tensor that the caller gets is not written over by an update of it: the first result once held the second.
// RUN: sdyc run %s --input=i32=1 --input="2x2xi32=1 2 3 4" --expected-output="2x2xi32=2 4 6 8" --expected-output="2x2xi32=4 8 18 16"
// RUN: sdyc run %s --entry=twice --input="2x2xi32=1 2 3 4" --expected-output="2x2xi32=2 4 6 8" --expected-output="2x2xi32=9 4 6 8" --expected-output="2x2xi32=2 4 6 9"
func.func public @main(%i: tensor<i32>, %a: tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %nine = stablehlo.constant dense<9> : tensor<1x1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %a, %a : tensor<2x2xi32>
  %1 = stablehlo.dynamic_update_slice %0, %nine, %i, %zero : (tensor<2x2xi32>, tensor<1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %2 = stablehlo.add %1, %1 : tensor<2x2xi32>
  return %0, %2 : tensor<2x2xi32>, tensor<2x2xi32>
}

// Two updates of one tensor, which is a result as well.
func.func public @twice(%a: tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
  %nine = stablehlo.constant dense<9> : tensor<1x1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.add %a, %a : tensor<2x2xi32>
  %1 = stablehlo.dynamic_update_slice %0, %nine, %zero, %zero : (tensor<2x2xi32>, tensor<1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %2 = stablehlo.dynamic_update_slice %0, %nine, %one, %one : (tensor<2x2xi32>, tensor<1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  return %0, %1, %2 : tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}
