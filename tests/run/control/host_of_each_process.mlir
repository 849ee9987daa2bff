// Each process asks for itself: its own value, the next of the infeed. Recorded values are compared.
// RUN: rm -rf %t && mkdir -p %t
// RUN: sdyc run %s --infeed=i32=7 --infeed=i32=8 --probe-output-dir=%t | FileCheck %s
// CHECK:      %id = tensor<ui32> {0}
// CHECK-NEXT: %id = tensor<ui32> {1}
// CHECK-NEXT: %c = tensor<2xi1> {
// CHECK-NEXT:   [true, false]
// CHECK-NEXT: }
// CHECK-NEXT: %c = tensor<2xi1> {
func.func @f(%t: !stablehlo.token) -> tensor<i32> {
  %id = stablehlo.partition_id : tensor<ui32>
  interpreter.print %id : tensor<ui32>
  %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  interpreter.print %c : tensor<2xi1>
  %x:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %y = interpreter.probe %x#0, probe_id = "x" : tensor<i32>
  return %y : tensor<i32>
}
func.func @main() {
  %t = stablehlo.after_all : !stablehlo.token
  %0:2 = "interpreter.run_parallel"(%t, %t) {programs = [[@f, @f]]} : (!stablehlo.token, !stablehlo.token) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<7> : tensor<i32>
  check.expect_eq_const %0#1, dense<8> : tensor<i32>
  check.expect_serialized_eq %0#0, probe_id = "x" : tensor<i32>
  check.expect_serialized_eq %0#1, probe_id = "x", iter = 1 : tensor<i32>
  return
}
