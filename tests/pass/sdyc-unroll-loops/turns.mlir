// RUN: sdyc opt %s -sdyc-unroll-loops | FileCheck %s

// Three turns: 1, 3, 5.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: stablehlo.while
// CHECK-COUNT-3: stablehlo.multiply
// CHECK-NOT: stablehlo.multiply
// CHECK: return
func.func @short(%x: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %one, %y = %x) : tensor<i32>, tensor<4096xf32>
  cond {
    %c = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %y, %x : tensor<4096xf32>
    %2 = stablehlo.add %i, %c : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<4096xf32>
  }
  return %0#1, %0#0 : tensor<4096xf32>, tensor<i32>
}

// Values that change places from turn to turn.
// CHECK-LABEL: func.func @swap(
// CHECK-NEXT: stablehlo.constant
// CHECK-NOT: stablehlo.while
// CHECK: return %arg1, %arg0
func.func @swap(%x: tensor<4096xf32>, %y: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<4096xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<ui8>, tensor<4096xf32>, tensor<4096xf32>
  cond {
    %c = stablehlo.constant dense<3> : tensor<ui8>
    %1 = stablehlo.compare LT, %i, %c : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1> : tensor<ui8>
    %2 = stablehlo.add %c, %i : tensor<ui8>
    stablehlo.return %2, %b, %a : tensor<ui8>, tensor<4096xf32>, tensor<4096xf32>
  }
  return %0#1, %0#2 : tensor<4096xf32>, tensor<4096xf32>
}

// Too many turns, a number of turns that is not known, a body with a product, small tensors: they stay.
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-4: stablehlo.while
func.func @stay(%x: tensor<64x64xf32>, %n: tensor<i32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<64x64xf32>
  cond {
    %c = stablehlo.constant dense<9> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %y, %x : tensor<64x64xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<64x64xf32>
  }
  %3:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<64x64xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %y, %x : tensor<64x64xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<64x64xf32>
  }
  %4:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<64x64xf32>
  cond {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<64x64xf32>
  }
  %small = stablehlo.slice %x [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %5:2 = stablehlo.while(%i = %zero, %y = %small) : tensor<i32>, tensor<1x64xf32>
  cond {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %y, %y : tensor<1x64xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<1x64xf32>
  }
  return %0#1, %3#1, %4#1 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
