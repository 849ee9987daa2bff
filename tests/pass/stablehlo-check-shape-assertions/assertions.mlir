// RUN: sdyc opt %s -stablehlo-check-shape-assertions -split-input-file -verify-diagnostics | FileCheck %s
// RUN: sdyc opt %s -stablehlo-check-shape-assertions=enable-shape-assertions=false -split-input-file | FileCheck %s --check-prefix=OFF
// OFF-NOT: custom_call

// CHECK-LABEL: func.func @holds
// CHECK-NOT: custom_call
// CHECK: return
func.func @holds() {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {error_message = "so it is", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @fails() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<4> : tensor<i32>
  %2 = stablehlo.constant dense<5> : tensor<i64>
  // expected-error@+1 {{a is 4, b is 5, braces {} {x} stay}}
  stablehlo.custom_call @shape_assertion(%0, %1, %2) {error_message = "a is {0}, b is {1}, braces {} {x} stay", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i64>) -> ()
  return
}

// -----

func.func @unknown(%0: tensor<i1>) {
  // expected-error@+1 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%0) {error_message = "?", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @more_than_there_are() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  // expected-error@+1 {{expects error_message to contain format specifiers with error_message_input index less than 0. Found specifier {0}}}
  stablehlo.custom_call @shape_assertion(%0) {error_message = "a is {0}", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @no_message() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  // expected-error@+1 {{expects an error_message attribute}}
  stablehlo.custom_call @shape_assertion(%0) {has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @types() {
  %0 = stablehlo.constant dense<0> : tensor<i8>
  // expected-error@+1 {{expects assert_what (operand #0) to be a constant of type tensor<i1>}}
  stablehlo.custom_call @shape_assertion(%0) {error_message = "?"} : (tensor<i8>) -> ()
  return
}
