// Several programs in one file; a failure of one keeps the line numbers of the file and does not stop the next.
// RUN: not sdyc run --split-input-file %s 2>&1 | FileCheck %s
// CHECK-DAG: run_split.mlir:13:3: error: {{.}}check.expect_eq_const{{.}} does not hold
// CHECK-DAG: tensor<f32> {3.000000e+00}
func.func public @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<1> : tensor<i32>
  return
}
// -----
func.func public @main() {
  %0 = stablehlo.constant dense<2> : tensor<i32>
  check.expect_eq_const %0, dense<1> : tensor<i32>
  return
}
// -----
func.func public @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<3.0> : tensor<f32>
  return %0 : tensor<f32>
}
// // -----
func.func public @main() {
  return
}
