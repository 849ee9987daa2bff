// Values as StableHLO's interpreter takes and prints them.
// RUN: sdyc run %s --args="[dense<[[1, -2], [3, 4]]> : tensor<2x2xi16>, dense<(1.5,-2.0)> : tensor<1xcomplex<f32>>, dense<> : tensor<2x0xi1>]" | FileCheck %s
// RUN: sdyc run %s --interpreter-print-dense --args="[dense<[[1, -2], [3, 4]]> : tensor<2x2xi16>, dense<(1.5,-2.0)> : tensor<1xcomplex<f32>>, dense<> : tensor<2x0xi1>]" | FileCheck %s --check-prefix=DENSE
// RUN: not sdyc run %s --args="[dense<1> : tensor<2x2xi16>]" 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not sdyc run %s --args="[dense<1> : tensor<2x2xi16>, dense<1> : tensor<1xi32>, dense<> : tensor<2x0xi1>]" 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not sdyc run %s --args="[1 : i32]" 2>&1 | FileCheck %s --check-prefix=NUMBER
// CHECK:      tensor<2x2xi16> {
// CHECK-NEXT:   [
// CHECK-NEXT:     [2, -4],
// CHECK-NEXT:     [6, 8]
// CHECK-NEXT:   ]
// CHECK-NEXT: }
// CHECK-NEXT: tensor<1xcomplex<f32>> {
// CHECK-NEXT:   {{\[\[}}1.500000e+00, -2.000000e+00]]
// CHECK-NEXT: }
// CHECK-NEXT: tensor<2x0xi1> {
// CHECK-NEXT:   [
// CHECK-NEXT:     [],
// CHECK-NEXT:     []
// CHECK-NEXT:   ]
// CHECK-NEXT: }
// DENSE:      dense<{{\[\[}}2, -4], [6, 8]]> : tensor<2x2xi16>
// DENSE-NEXT: dense<(1.500000e+00,-2.000000e+00)> : tensor<1xcomplex<f32>>
// DENSE-NEXT: dense<> : tensor<2x0xi1>
// FEW:        1 values in --args, but the program has 3 inputs
// TYPE:       value 1 of --args is not of the type of the program's input
// NUMBER:     expected dense elements attribute for args elements
func.func @main(%a: tensor<2x2xi16>, %b: tensor<1xcomplex<f32>>, %c: tensor<2x0xi1>) -> (tensor<2x2xi16>, tensor<1xcomplex<f32>>, tensor<2x0xi1>) {
  %0 = stablehlo.add %a, %a : tensor<2x2xi16>
  return %0, %b, %c : tensor<2x2xi16>, tensor<1xcomplex<f32>>, tensor<2x0xi1>
}
