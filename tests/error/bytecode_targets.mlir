// What a version of StableHLO does not know is an error at the operation that has it.
// RUN: not sdyc opt --serialize --target=0.9.0 %s -o %t 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not sdyc opt --serialize --target=0.9.0 --allow-other-dialects %s -o %t 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not sdyc opt --serialize --target=1.8.0 %s -o %t 2>&1 | FileCheck %s --check-prefix=ATTR
// RUN: not sdyc opt --serialize --target=1.10.0 %s -o %t 2>&1 | FileCheck %s --check-prefix=DIALECT
// RUN: sdyc opt --serialize --target=1.10.3 --allow-other-dialects %s -o %t
// RUN: sdyc opt --deserialize %t | FileCheck %s --check-prefix=READ
// RUN: not sdyc opt --serialize --target=7 %s -o %t 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not sdyc opt --serialize --target=0.8.0 %s -o %t 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sdyc opt --serialize --target=1.99.0 %s -o %t 2>&1 | FileCheck %s --check-prefix=RANGE

// FORM: error: '7' is no version of StableHLO: it is to be of the form 1.4.0
// RANGE: of StableHLO is not between 0.9.0 and 1.20.0
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // OLD: [[@LINE+1]]:8: error: operation 'stablehlo.tan' is not in version 0.9.0 of StableHLO: it came with 1.4.0
  %0 = stablehlo.tan %arg0 : tensor<4xf32>
  // ATTR: [[@LINE+2]]:8: error: 'stablehlo.cosine' with the attribute 'result_accuracy' is not in version 1.8.0 of StableHLO: it came with 1.10.0
  // READ: stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode
  %1 = stablehlo.cosine %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  // DIALECT: [[@LINE+1]]:8: error: 'chlo.erf' is of a dialect that portable artifacts do not have; --allow-other-dialects keeps it
  %2 = chlo.erf %1 : tensor<4xf32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
