// Only the input of open shape is given: the others have shapes, and are missing as elsewhere.
// RUN: not sdyc run %s --input=3x2xf32=1 2>&1 | FileCheck %s
// RUN: sdyc run %s --input=3x2xf32=1 --input=random | FileCheck %s --check-prefix=FILLED
// RUN: rm -rf %t && sdyc emit %s --input=3x2xf32 -o %t
// CHECK: error: 1 times --input, but the program has 2 inputs
// CHECK: --input=2x2xf32=random:2
// FILLED: 3x2xf32=
func.func public @main(%a: tensor<?x2xf32>, %b: tensor<2x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
