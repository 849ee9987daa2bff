// Elements that a program needs and the module does not have ended the process. Now `run`, `emit` and what else compiles say which.
// RUN: not sdyc run %s --entry=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sdyc emit %s --entry=missing -o %t 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sdyc kernels %s --entry=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sdyc run %s --entry=missing --storage=private 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sdyc run %s --entry=elided 2>&1 | FileCheck %s --check-prefix=ELIDED
// RUN: not sdyc run %s --entry=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not sdyc run %s --entry=many 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not sdyc run %s --entry=checked 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: not sdyc run %s --entry=alone 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: sdyc opt %s -canonicalize | sdyc opt - | FileCheck %s --check-prefix=KEPT

// MISSING:      resources.mlir:[[#@LINE+4]]:8: error: a constant needs resource 'weights', which the module does not have
// MISSING-NEXT:   %0 = stablehlo.constant dense_resource<weights> : tensor<2xf32>
// MISSING-NEXT:        ^
func.func @missing() -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<weights> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// ELIDED: resources.mlir:[[#@LINE+3]]:8: error: a constant has lost its elements: they were left out where the module was printed
// KEPT: dense_resource<__elided__>
func.func @elided() -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<__elided__> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// SHORT: resources.mlir:[[#@LINE+3]]:8: error: a constant needs 8 bytes of resource 'one', which has 4
// KEPT: dense_resource<one> : tensor<2xf32>
func.func @short() -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<one> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// MANY: resources.mlir:[[#@LINE+2]]:8: error: a constant needs 1 bytes of resource 'one', which has 4
func.func @many() -> tensor<i1> {
  %0 = stablehlo.constant dense_resource<one> : tensor<i1>
  return %0 : tensor<i1>
}

// CHECKED: resources.mlir:[[#@LINE+2]]:3: error: 'check.expect_eq_const' op needs 8 bytes of resource 'one', which has 4
func.func @checked(%arg0: tensor<2xf32>) {
  check.expect_eq_const %arg0, dense_resource<one> : tensor<2xf32>
  return
}

// A check by a call needs something to compare with.
// ALONE: resources.mlir:[[#@LINE+2]]:3: error: 'stablehlo.custom_call' op has nothing to compare its operand with
func.func @alone(%arg0: tensor<2xf32>) {
  stablehlo.custom_call @check.expect_eq(%arg0) {has_side_effect = true} : (tensor<2xf32>) -> ()
  return
}

// KEPT: one: "0x040000000000803F"
{-#
  dialect_resources: {
    builtin: {
      one: "0x040000000000803F"
    }
  }
#-}
