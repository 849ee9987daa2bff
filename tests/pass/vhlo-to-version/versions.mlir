// Earlier versions of operations, where these say as much; an error where they do not.
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo -vhlo-to-version=target=1.0.0 | FileCheck %s --check-prefix=OLD
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo -vhlo-to-version=target=1.0.0 -vhlo-to-version=target=1.20.0 | FileCheck %s --check-prefix=NEW
// RUN: not sdyc opt %s -stablehlo-legalize-to-vhlo -vhlo-to-version=target=0.9.0 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not sdyc opt %s -vhlo-to-version 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sdyc opt %s -vhlo-to-version=target=1.x 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not sdyc opt %s -vhlo-to-version=target=0.8.0 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not sdyc opt %s -vhlo-to-version=target=9.0.0 2>&1 | FileCheck %s --check-prefix=LARGE
// NONE: error: No target version specified.
// FORM: error: Invalid target version argument '1.x'
// SMALL: error: target version 0.8.0 is less than minimum supported 0.9.0
// LARGE: error: target version 9.0.0 is greater than current version 1.20.0
// BAD: error: failed to legalize operation 'vhlo.composite_v2' that was explicitly marked illegal
// BAD: error: failed to convert VHLO to v0.9.0

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // OLD: "vhlo.exponential_v1"(%arg0) : (
  // NEW: "vhlo.exponential_v2"(%arg0) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}>
  %0 = stablehlo.exponential %arg0 : tensor<4xf32>
  // OLD: "vhlo.all_gather_v1"
  // NEW: "vhlo.all_gather_v2"
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // What says nothing new stays as it was written.
  // OLD: "vhlo.dot_general_v1"
  // OLD-SAME: precision_config = #vhlo.array_v1<[#vhlo<precision_v1 DEFAULT>, #vhlo<precision_v1 DEFAULT>]>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  // OLD: "vhlo.composite_v1"
  // NEW: "vhlo.composite_v2"
  %3 = stablehlo.composite "a.b" %1 {decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @decomposition(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
