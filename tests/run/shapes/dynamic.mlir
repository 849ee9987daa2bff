// Shapes that are not written down follow from those of the inputs, through calls too.
// RUN: sdyc run %s --input=2x3xf32=1 --expected-output=4x4xf32="0 0 0 0 0 0 0 0 0 3 3 3 0 3 3 3"
// RUN: sdyc run %s --input=2x3xf32=1 --storage=private --jit=cc --expected-output=4x4xf32="0 0 0 0 0 0 0 0 0 3 3 3 0 3 3 3"
// RUN: sdyc run %s --input=1x5xf32=2 --expected-output=2x6xf32="0 0 0 0 0 0 0 10 10 10 10 10"
// RUN: rm -rf %t && sdyc emit %s --input=1x5xf32 -o %t && make -s -C %t
// RUN: %t/run --input=1x5xf32=2 | grep -x "2x6xf32=\[0 0 0 0 0 0\]\[0 10 10 10 10 10\]"
// RUN: not sdyc run %s 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not sdyc run %s --input=6xf32=0 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not sdyc run %s --input=9x3xf32=0 2>&1 | FileCheck %s --check-prefix=SIZE
// OPEN: dynamic.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: argument 0 of type tensor<?x?xf32> has dimensions that are open: the shape of its input is needed (--input)
// RANK: dynamic.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: input 0 has a shape that an argument of type tensor<?x?xf32> cannot have
// SIZE: error: 9 rows, 4 at most
module {
  func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %most = stablehlo.constant dense<4> : tensor<i32>
    %few = stablehlo.compare LE, %n, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%few, %n) {error_message = "{0} rows, 4 at most", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %s = call @shape(%n, %m) : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %rows = stablehlo.dynamic_broadcast_in_dim %sum, %s, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %m1 = stablehlo.constant dense<1> : tensor<1xi32>
    %low = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %none = stablehlo.constant dense<0> : tensor<2xi32>
    %out = stablehlo.dynamic_pad %rows, %z, %low, %none, %none : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    return %out : tensor<?x?xf32>
  }
  func.func private @shape(%n: tensor<i32>, %m: tensor<i32>) -> tensor<2xi32> {
    %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %b = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}
