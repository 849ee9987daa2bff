// Random floats are made of the bits of integers, which real numbers follow: what comes of them shows a fault. Logarithms of numbers that are
// not between -1 and 1 were nothing, and a key that is the same on all devices was not decided.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/stablehlo.xor/stablehlo.or/' %t.parts > %t.wrong
// RUN: not cmp -s %t.parts %t.wrong
// RUN: not sdyc verify --quiet --evaluate %s %t.wrong | FileCheck %s --check-prefix=WRONG
// CHECK: proved
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%key: tensor<ui32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %counter = stablehlo.iota dim = 0 : tensor<8xui32>
  %keys = stablehlo.broadcast_in_dim %key, dims = [] : (tensor<ui32>) -> tensor<8xui32>
  %nine = stablehlo.constant dense<9> : tensor<8xui32>
  %much = stablehlo.constant dense<2654435769> : tensor<8xui32>
  %one = stablehlo.constant dense<1065353216> : tensor<8xui32>
  %two = stablehlo.constant dense<2.0> : tensor<8xf32>
  %0 = stablehlo.xor %keys, %counter : tensor<8xui32>
  %1 = stablehlo.multiply %0, %much : tensor<8xui32>
  %2 = stablehlo.shift_right_logical %1, %nine : tensor<8xui32>
  %3 = stablehlo.or %2, %one : tensor<8xui32>
  %4 = stablehlo.bitcast_convert %3 : (tensor<8xui32>) -> tensor<8xf32>
  %5 = stablehlo.subtract %4, %two : tensor<8xf32>
  %6 = stablehlo.log_plus_one %5 : tensor<8xf32>
  return %6 : tensor<8xf32>
}
