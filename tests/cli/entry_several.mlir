// Of several functions none of which is called main, the command asks which is meant.
// RUN: not sdyc run %s 2>&1 | FileCheck %s --match-full-lines
// RUN: not sdyc bench %s 2>&1 | FileCheck %s
// RUN: not sdyc kernels %s 2>&1 | FileCheck %s
// RUN: not sdyc layouts %s 2>&1 | FileCheck %s
// RUN: not sdyc partition --report %s 2>&1 | FileCheck %s
// RUN: sdyc run %s --entry=backward --input=4xf32=3 | FileCheck %s --check-prefix=BACKWARD
// RUN: sdyc emit %s -o %t.folder && grep "enum model_status model_init(" %t.folder/model.h
// CHECK: {{.*}}entry_several.mlir:[[@LINE+2]]:1: error: the module has 3 functions and none is @main: --entry=NAME takes @forward, @backward or @init
// BACKWARD: 4xf32=9 9 9 9
func.func @forward(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @backward(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @square(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @init() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @square(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
