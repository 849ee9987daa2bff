// What is behind the operations is printed as MLIR prints it: of several entries with one key the last, of dialects what is referred to.
// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s | sdyc opt - | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
// RUN: sdyc opt %s --emit-bytecode -o %t.mlirbc && sdyc opt %t.mlirbc | FileCheck %s
// RUN: sdyc opt %s --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL
// RUN: sdyc opt %s -cse | FileCheck %s --check-prefix=CSE

// CHECK:      stablehlo.constant dense_resource<"a key"> : tensor<2xf32>
// CHECK-NEXT: stablehlo.constant dense_resource<"a key"> : tensor<2xf32>
// CHECK-NEXT: stablehlo.constant dense_resource<"a key"> : tensor<2xi32>
// CHECK-NEXT: stablehlo.constant dense_resource<first> : tensor<1xf64>
// CHECK:      {-#
// CHECK-NEXT:   dialect_resources: {
// CHECK-NEXT:     builtin: {
// CHECK-NEXT:       "a key": "0x04000000ABCDEF0000000040",
// CHECK-NEXT:       first: "0x080000000000000000000000"
// CHECK-NEXT:     }
// CHECK-NEXT:   },
// CHECK-NEXT:   external_resources: {
// CHECK-NEXT:     mlir_reproducer: {
// CHECK-NEXT:       pipeline: "builtin.module(cse)",
// CHECK-NEXT:       verify_each: true
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: #-}
// LOCAL:     dense_resource<first>
// LOCAL-NOT: {-#
// CSE-COUNT-1: dense_resource<"a key"> : tensor<2xf32>
// CSE-NOT:     dense_resource<"a key"> : tensor<2xf32>
{-# dialect_resources: {builtin: {first: "0x080000000000000000000000"}, other: {a: 1}} #-}
func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<1xf64>) {
  %0 = stablehlo.constant dense_resource<"a key"> : tensor<2xf32>
  %1 = stablehlo.constant dense_resource<"a key"> : tensor<2xf32>
  %2 = stablehlo.constant dense_resource<"a key"> : tensor<2xi32>
  %3 = stablehlo.constant dense_resource<first> : tensor<1xf64>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<1xf64>
}
{-#
  dialect_resources: {builtin: {"a key": "0x0400000000000000", "a key": "0x04000000abcdef0000000040", unused: "0x01000000"}},
  external_resources: {mlir_reproducer: {pipeline: "builtin.module(cse)", verify_each: true}}
#-}
