// Types without a sign, with the same bits.
// RUN: sdyc opt --stablehlo-convert-to-signless %s | FileCheck %s

// In functions, constants and regions.
// CHECK-LABEL: func.func @types(
// CHECK-NEXT: %c = stablehlo.constant dense<[-56, 1]> : tensor<2xi8>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<i8>
// CHECK-NEXT: %0 = stablehlo.add %arg0, %c : tensor<2xi8>
// CHECK-NEXT: %1 = stablehlo.reduce(%0 init: %c_0) across dimensions = [0] : (tensor<2xi8>, tensor<i8>) -> tensor<i8>
// CHECK-NEXT: reducer(%arg2: tensor<i8>, %arg3: tensor<i8>)  {
// CHECK-NEXT: %2 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
// CHECK-NEXT: %3 = stablehlo.add %2, %arg3 : tensor<i8>
// CHECK-NEXT: stablehlo.return %3 : tensor<i8>
// CHECK: return %1 : tensor<i8>
func.func @types(%a: tensor<2xui8>, %u: tensor<*xui16>) -> tensor<ui8> {
  %c = stablehlo.constant dense<[200, 1]> : tensor<2xui8>
  %z = stablehlo.constant dense<0> : tensor<ui8>
  %0 = stablehlo.add %a, %c : tensor<2xui8>
  %1 = stablehlo.reduce(%0 init: %z) across dimensions = [0] : (tensor<2xui8>, tensor<ui8>) -> tensor<ui8>
   reducer(%x: tensor<ui8>, %y: tensor<ui8>) {
    %2 = stablehlo.maximum %x, %y : tensor<ui8>
    %3 = stablehlo.add %2, %y : tensor<ui8>
    stablehlo.return %3 : tensor<ui8>
  }
  return %1 : tensor<ui8>
}
