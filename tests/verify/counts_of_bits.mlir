// The number of zeros in front of two bits is 2, which two bits write as -2: one side had 2, which no other operation gives, so that a
// right partition was refuted where a manual computation put parts together.
// RUN: sdyc partition %s > %t.parts && sdyc verify --evaluate --quiet %s %t.parts | FileCheck %s
sdy.mesh @mesh = <["x"=2]>

// CHECK: proved by evaluation
func.func @main(%a: tensor<4xi2>) -> (tensor<4xi2>, tensor<4xi2>) {
  %0 = stablehlo.count_leading_zeros %a : tensor<4xi2>
  %1 = stablehlo.popcnt %a : tensor<4xi2>
  %2:2 = sdy.manual_computation(%0, %1) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] manual_axes={"x"} (%b: tensor<4xi2>, %c: tensor<4xi2>) {
    sdy.return %b, %c : tensor<4xi2>, tensor<4xi2>
  } : (tensor<4xi2>, tensor<4xi2>) -> (tensor<4xi2>, tensor<4xi2>)
  return %2#0, %2#1 : tensor<4xi2>, tensor<4xi2>
}
