// RUN: sdyc opt %s -stablehlo-compatibility-expander=target=1.8.0 --mlir-print-debuginfo | FileCheck %s
// Where an operation begins, not where it ends; also within other locations.
// CHECK-LABEL: func.func @ranges
// CHECK:         stablehlo.abs {{.*}} loc(#[[A:.*]])
// CHECK:         stablehlo.negate {{.*}} loc(#[[B:.*]])
// CHECK-NOT:     to 7
// CHECK-DAG: #[[A]] = loc("a.py":3:5)
// CHECK-DAG: #[[B]] = loc("name"
func.func @ranges(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %arg0 : tensor<2xf32> loc("a.py":3:5 to 7:9)
  %1 = stablehlo.negate %0 : tensor<2xf32> loc("name"("b.py":4:5 to 7:9))
  return %1 : tensor<2xf32>
}
