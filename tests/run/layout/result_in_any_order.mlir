// A result in any order was written row-major where no operation asked for an order, so that a transposition moved what it
// need not; and the order that @LayoutConstraint names was not looked at. The numbers are the same in all orders.
// RUN: sdyc run %s --entry=main --input=4x3x2xi32=random:1 --output=@%t.npy
// RUN: sdyc run %s --entry=main --input=4x3x2xi32=random:1 --output-format=0:any --expected-output=@%t.npy
// RUN: sdyc run %s --entry=pinned --input=4x3x2xi32=random:1 --expected-output=@%t.npy
// RUN: sdyc run %s --entry=pinned --input=4x3x2xi32=random:1 --storage=private --expected-output=@%t.npy
// RUN: sdyc run %s --entry=pinned --input=4x3x2xi32=random:1 --jit=cc --expected-output=@%t.npy
// RUN: sdyc layouts %s --entry=main --output-format=0:any | FileCheck %s --check-prefix=FREE
// RUN: sdyc layouts %s --entry=main --input-format=0:any --output-format=0:any | FileCheck %s --check-prefix=FREE
// FREE: %arg0: {{.*}} [0, 1, 2] contiguous
// FREE: result 0: {{.*}} [2, 1, 0]
// FREE: 0 conversions
// RUN: sdyc layouts %s --entry=pinned --output-format=0:any | FileCheck %s --check-prefix=PINNED
// PINNED: result 0: {{.*}} [1, 0, 2]
// RUN: sdyc layouts %s --entry=carried --output-format=0:any | FileCheck %s --check-prefix=CARRIED
// CARRIED: result 0: {{.*}} [1, 0]
// RUN: sdyc run %s --entry=carried "--input=2x3xi32=0 1 2 3 4 5" --input=i32=2 "--expected-output=2x3xi32=0 4 8 12 16 20"
func.func @main(%a: tensor<4x3x2xi32>) -> tensor<2x3x4xi32> {
  %0 = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<4x3x2xi32>) -> tensor<2x3x4xi32>
  return %0 : tensor<2x3x4xi32>
}
func.func @pinned(%a: tensor<4x3x2xi32>) -> tensor<2x3x4xi32> {
  %0 = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<4x3x2xi32>) -> tensor<2x3x4xi32>
  %1 = stablehlo.custom_call @LayoutConstraint(%0) {operand_layouts = [dense<[0, 1, 2]> : tensor<3xindex>], result_layouts = [dense<[2, 0, 1]> : tensor<3xindex>]} : (tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return %1 : tensor<2x3x4xi32>
}
func.func @carried(%a: tensor<2x3xi32>, %n: tensor<i32>) -> tensor<2x3xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<2x3xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.custom_call @LayoutConstraint(%x) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xi32>) -> tensor<2x3xi32>
    %z = stablehlo.add %y, %x : tensor<2x3xi32>
    stablehlo.return %j, %z : tensor<i32>, tensor<2x3xi32>
  }
  return %r#1 : tensor<2x3xi32>
}
