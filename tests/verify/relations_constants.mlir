// Real numbers that are constants, compared, rounded and converted: what a select chooses by them is what both programs have.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/dense<2.500000e+00>/dense<3.500000e+00>/' %t.parts > %t.round
// RUN: not cmp -s %t.parts %t.round
// RUN: not sdyc verify --quiet %s %t.round | FileCheck %s --check-prefix=FAULT
// RUN: sed 's/dense<1.250000e+00>/dense<7.500000e-01>/' %t.parts > %t.compare
// RUN: not cmp -s %t.parts %t.compare
// RUN: not sdyc verify --quiet %s %t.compare | FileCheck %s --check-prefix=FAULT
// RUN: sed 's/dense<18446744073709551615>/dense<0>/' %t.parts > %t.huge
// RUN: not cmp -s %t.parts %t.huge
// RUN: not sdyc verify --quiet %s %t.huge | FileCheck %s --check-prefix=FAULT
// The greatest number of 64 bits is not -1.
// RUN: sed 's/stablehlo.convert %c : (tensor<2x2xui64>) -> tensor<2x2xf32>/stablehlo.constant dense<-1.0> : tensor<2x2xf32>/' %t.parts > %t.minus
// RUN: not cmp -s %t.parts %t.minus
// RUN: not sdyc verify --quiet %s %t.minus | FileCheck %s --check-prefix=FAULT
// CHECK: proved by relations
// FAULT: refuted
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>) {
  %half = stablehlo.constant dense<2.5> : tensor<8x2xf32>
  %two = stablehlo.round_nearest_even %half : tensor<8x2xf32>
  %0 = stablehlo.multiply %a, %two : tensor<8x2xf32>
  %low = stablehlo.constant dense<1.25> : tensor<8x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8x2xf32>
  %1 = stablehlo.compare LT, %one, %low : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xi1>
  %2 = stablehlo.tanh %a : tensor<8x2xf32>
  %3 = stablehlo.select %1, %a, %2 : tensor<8x2xi1>, tensor<8x2xf32>
  %most = stablehlo.constant dense<18446744073709551615> : tensor<8x2xui64>
  %4 = stablehlo.convert %most : (tensor<8x2xui64>) -> tensor<8x2xf32>
  %5 = stablehlo.add %a, %4 : tensor<8x2xf32>
  return %0, %3, %5 : tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x2xf32>
}
