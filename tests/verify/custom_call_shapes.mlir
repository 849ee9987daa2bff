// A custom call of a tensor of another shape is another function, though the elements are the same.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/call @f(%arg0)/call @f(%9)/; s/(tensor<2x3xf32>) -> tensor<4xf32>$/(tensor<6xf32>) -> tensor<4xf32>/; s/^\( *\)\(.*custom_call\)/\1%9 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>\n\1\2/' %t.parts > %t.flat
// RUN: not cmp -s %t.parts %t.flat
// RUN: not sdyc verify --quiet %s %t.flat | FileCheck %s --check-prefix=FLAT
// CHECK: proved by relations
// FLAT: not decided, because of stablehlo.custom_call
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x3xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @f(%a) : (tensor<2x3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
