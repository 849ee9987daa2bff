// Whether integers grow by equal steps was asked of any integers, and the steps of large ones overflowed.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.parts | FileCheck %s
// RUN: sed 's/\[0, 2\]/[0, 1]/' %t.parts > %t.offsets
// RUN: not cmp -s %t.parts %t.offsets
// RUN: not sdyc verify --quiet %s %t.offsets | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %large = stablehlo.constant dense<[-6547973014148559476, 9000000000000000000, 5, -7]> : tensor<4xi64>
  %sum = stablehlo.add %a, %large : tensor<4xi64>
  return %sum : tensor<4xi64>
}
