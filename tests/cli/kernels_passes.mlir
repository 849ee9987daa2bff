// The passes of code generation: listed, dumped around, timed and left out by name.
// RUN: sdyc kernels --list-passes | FileCheck %s --check-prefix=LIST
// RUN: sdyc kernels %s --print-before=fuse --print-after=fuse 2>&1 | FileCheck %s --check-prefix=GRAPH
// RUN: sdyc kernels %s --print-after=siblings 2>&1 | FileCheck %s --check-prefix=PROGRAM
// RUN: sdyc kernels %s --print-after=all --verify-each 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: sdyc kernels %s --without=siblings --without=split | FileCheck %s --check-prefix=WITHOUT
// RUN: sdyc kernels %s --timing 2>&1 | FileCheck %s --check-prefix=TIMES
// RUN: not sdyc kernels %s --print-after=sibling 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not sdyc kernels %s --without=overlaps 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sdyc kernels %s --without=fuse 2>&1 | FileCheck %s --check-prefix=MUST

// LIST: fuse Decides which values have buffers
// LIST-NEXT: needs: every node has its order in memory
// LIST-NEXT: leaves: every node has a buffer
// LIST: past-caches

// GRAPH: Graph before fuse
// GRAPH: %[[SUM:[0-9]+]] = reduce add %0[d1, d0]: tensor<64xf32>{{$}}
// GRAPH: Graph after fuse
// GRAPH: %[[SUM]] = reduce add %0[d1, d0]: tensor<64xf32>, on tiles of which %[[HALF:[0-9]+]] is computed
// GRAPH: %[[HALF]] = compute mul(%[[SUM]][d0], %2[d0]): tensor<64xf32>, stored, begins with %[[SUM]]
// GRAPH: gives %[[HALF]]
// GRAPH-NOT: -----//

// PROGRAM: Kernels after siblings
// PROGRAM-NEXT: kernels: 1
// PROGRAM: kernels: 2
// PROGRAM: phases: 2

// ALL: Graph after constants
// ALL: Graph after layout
// ALL: Graph after fuse
// ALL: Graph after constants
// ALL: Kernels after kernels
// ALL: Kernels after coalesce
// ALL: Kernels after waits
// ALL: Kernels after past-caches

// WITHOUT: kernels: 2
// WITHOUT: phases: 1

// TIMES: codegen: graph
// TIMES: codegen: fuse
// TIMES: codegen: waits
// TIMES: total

// NEAR: --print-after names no pass of code generation: 'sibling'; did you mean 'siblings'?
// UNKNOWN: --without names no pass of code generation: 'overlaps'; did you mean 'overlap'?
// MUST: --without: no program is right without 'fuse'
func.func @main(%x: tensor<6272x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<64xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x64xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.multiply %0, %half : tensor<64xf32>
  %2 = stablehlo.multiply %x, %x : tensor<6272x64xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6272x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %1, %3 : tensor<64xf32>, tensor<64xf32>
}
