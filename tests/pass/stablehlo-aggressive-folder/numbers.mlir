// Numbers computed from constants.
// RUN: sdyc opt --stablehlo-aggressive-folder %s | FileCheck %s

// Floats: rounded once to their type.
// CHECK-LABEL: func.func @floats(
// CHECK-NEXT: %cst = stablehlo.constant dense<[0.333333343, 1.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<1.013280e-06> : tensor<f16>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<2.000000e-01> : tensor<f64>
// CHECK-NEXT: %cst_3 = stablehlo.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT: %cst_5 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
// CHECK-NEXT: %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5, %c : tensor<2xf32>, tensor<f16>, tensor<2xf32>, tensor<f64>, tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<2xi1>
func.func @floats() -> (tensor<2xf32>, tensor<f16>, tensor<2xf32>, tensor<f64>, tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<2xi1>) {
  %a = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<3.0> : tensor<2xf32>
  %h = stablehlo.constant dense<1.0e-3> : tensor<f16>
  %d = stablehlo.constant dense<0.1> : tensor<f64>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %z = stablehlo.constant dense<-0.0> : tensor<f32>
  %p = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.divide %a, %b : tensor<2xf32>
  %1 = stablehlo.multiply %h, %h : tensor<f16>
  %2 = stablehlo.remainder %b, %a : tensor<2xf32>
  %3 = stablehlo.add %d, %d : tensor<f64>
  %4 = stablehlo.clamp %a, %0, %b : tensor<2xf32>
  %5 = stablehlo.maximum %p, %nan : tensor<f32>
  %6 = stablehlo.minimum %p, %z : tensor<f32>
  %7 = stablehlo.compare LT, %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2xf32>, tensor<f16>, tensor<2xf32>, tensor<f64>, tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<2xi1>
}

// Functions.
// CHECK-LABEL: func.func @functions(
// CHECK-NEXT: %cst = stablehlo.constant dense<2.500000e+00> : tensor<f32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: return %cst, %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5, %cst_4, %cst_5, %cst_6 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
func.func @functions() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %a = stablehlo.constant dense<-2.5> : tensor<f32>
  %b = stablehlo.constant dense<4.0> : tensor<f32>
  %o = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.abs %a : tensor<f32>
  %1 = stablehlo.negate %a : tensor<f32>
  %2 = stablehlo.sign %a : tensor<f32>
  %3 = stablehlo.round_nearest_afz %a : tensor<f32>
  %4 = stablehlo.round_nearest_even %a : tensor<f32>
  %5 = stablehlo.sqrt %b : tensor<f32>
  %6 = stablehlo.rsqrt %b : tensor<f32>
  %7 = stablehlo.exponential %o : tensor<f32>
  %8 = stablehlo.logistic %o : tensor<f32>
  %9 = stablehlo.cosine %o : tensor<f32>
  %10 = chlo.erf %o : tensor<f32> -> tensor<f32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// Where a function is not defined, it is left to run time.
// CHECK-LABEL: func.func @undefined(
// CHECK-NEXT: %cst = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.sqrt %cst : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.log %cst : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.divide %c, %c : tensor<i32>
// CHECK-NEXT: %3 = stablehlo.convert %cst_0 : (tensor<f32>) -> tensor<i8>
// CHECK-NEXT: return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<i32>, tensor<i8>
func.func @undefined() -> (tensor<f32>, tensor<f32>, tensor<i32>, tensor<i8>) {
  %a = stablehlo.constant dense<-1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = stablehlo.sqrt %a : tensor<f32>
  %1 = stablehlo.log %a : tensor<f32>
  %2 = stablehlo.divide %zero, %zero : tensor<i32>
  %3 = stablehlo.convert %inf : (tensor<f32>) -> tensor<i8>
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<i32>, tensor<i8>
}

// Integers.
// CHECK-LABEL: func.func @integers(
// CHECK-NEXT: %c = stablehlo.constant dense<[-3, 3]> : tensor<2xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<7> : tensor<2xi32>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<244> : tensor<ui8>
// CHECK-NEXT: %c_2 = stablehlo.constant dense<true> : tensor<2xi1>
// CHECK-NEXT: %cst = stablehlo.constant dense<[-7.000000e+00, 7.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %c_3 = stablehlo.constant dense<[-5, 5]> : tensor<2xi32>
// CHECK-NEXT: return %c, %c_0, %c_1, %c_2, %cst, %c_3 : tensor<2xi32>, tensor<2xi32>, tensor<ui8>, tensor<2xi1>, tensor<2xf32>, tensor<2xi32>
func.func @integers() -> (tensor<2xi32>, tensor<2xi32>, tensor<ui8>, tensor<2xi1>, tensor<2xf32>, tensor<2xi32>) {
  %a = stablehlo.constant dense<[-7, 7]> : tensor<2xi32>
  %b = stablehlo.constant dense<2> : tensor<2xi32>
  %u = stablehlo.constant dense<250> : tensor<ui8>
  %0 = stablehlo.divide %a, %b : tensor<2xi32>
  %1 = stablehlo.abs %a : tensor<2xi32>
  %2 = stablehlo.add %u, %u : tensor<ui8>
  %3 = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %4 = stablehlo.convert %a : (tensor<2xi32>) -> tensor<2xf32>
  %5 = stablehlo.xor %a, %b : tensor<2xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<2xi32>, tensor<2xi32>, tensor<ui8>, tensor<2xi1>, tensor<2xf32>, tensor<2xi32>
}
