// Types and attributes that a version of StableHLO does not know, or that it has none of, are errors where they are used.
// RUN: not sdyc opt --serialize --target=1.5.0 %s -split-input-file -o %t 2>&1 | FileCheck %s

// CHECK: [[@LINE+2]]:8: error: type 'f8E4M3' is not in version 1.5.0 of StableHLO: it came with 1.7.0
func.func private @narrow(%arg0: tensor<2xf32>) {
  %0 = stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xf8E4M3>
  return
}

// -----

// CHECK: [[@LINE+1]]:1: error: type 'vector<4xf32>' has no form in a portable artifact
func.func private @vector(%arg0: vector<4xf32>) {
  return
}

// -----

// CHECK: [[@LINE+1]]:1: error: attribute affine_map<(d0) -> (d0)> has no form in a portable artifact
func.func private @map() attributes {map = affine_map<(d0) -> (d0)>} {
  return
}
