// A property that constants do not have is dropped, however the constant is written: what is printed reads back the same.
// RUN: sdyc opt %s 2>&1 | FileCheck %s
// RUN: sdyc opt %s 2>/dev/null | sdyc opt - | FileCheck %s --check-prefix=AGAIN
func.func @main() -> (tensor<3xi8>, tensor<3xi8>) {
  // CHECK: warning: 'stablehlo.constant' op has no property 'padding': ignored
  // CHECK: warning: 'stablehlo.constant' op has no property 'padding': ignored
  // CHECK-COUNT-2: stablehlo.constant dense<{{.*}}> : tensor<3xi8>
  // AGAIN-COUNT-2: stablehlo.constant dense<{{.*}}> : tensor<3xi8>
  %0 = stablehlo.constant() <{padding = 0, value = dense<[9, 9, 9]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %1 = "stablehlo.constant"() <{padding = 0, value = dense<[8, 9, 9]> : tensor<3xi8>}> : () -> tensor<3xi8>
  return %0, %1 : tensor<3xi8>, tensor<3xi8>
}
