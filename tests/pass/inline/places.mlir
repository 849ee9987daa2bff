// RUN: sdyc opt %s -inline -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: sdyc opt %s -sdy-propagation-pipeline -inline -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: rm -rf %t && sdyc emit %s -o %t && FileCheck %s --check-prefix=CODE < %t/program_main.c

// Functions of libraries, as jnp.sort is one, say no line of the user's: where they were called was lost.

// CHECK-LABEL: func.func @main
// CODE: (jit(f)/sin, user.py:7)
// CODE: (sum, library.py:1)
func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  // CHECK-NEXT: stablehlo.sine %arg0 : tensor<4xf32> loc(callsite("sin" at "jit(f)"("user.py":7:2)))
  // CHECK-NEXT: constant dense
  // CHECK-NEXT: stablehlo.reduce{{.*}} loc("sum"("library.py":1:2))
  %0:2 = call @library(%arg0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) loc("jit(f)"("user.py":7:2))
  return %0#0, %0#1 : tensor<4xf32>, tensor<f32>
}
func.func private @library(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = stablehlo.sine %arg0 : tensor<4xf32> loc("sin")
  %zero = stablehlo.constant dense<0.0> : tensor<f32> loc("zero"("library.py":1:1))
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("sum"("library.py":1:2))
  return %0, %1 : tensor<4xf32>, tensor<f32>
}
