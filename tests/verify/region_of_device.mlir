// The number of a device in the region of a sort: each device has its own, so equal operands do not make equal results.
// RUN: sdyc partition %s > %t.parts
// RUN: sed 's/^\( *\)%1 = \(stablehlo.compare LT, .*\)/%p = stablehlo.partition_id : tensor<ui32>\n%q = stablehlo.constant dense<2> : tensor<ui32>\n%r = stablehlo.compare LT, %p, %q : (tensor<ui32>, tensor<ui32>) -> tensor<i1>\n%lt = \2\n\1%1 = stablehlo.and %r, %lt : tensor<i1>/' %t.parts > %t.right
// RUN: not cmp -s %t.parts %t.right
// RUN: sdyc verify --quiet --evaluate %s %t.right | FileCheck %s
// RUN: sed 's/dense<2> : tensor<ui32>/dense<1> : tensor<ui32>/' %t.right > %t.wrong
// RUN: not cmp -s %t.right %t.wrong
// RUN: not sdyc verify --quiet %s %t.wrong | FileCheck %s --check-prefix=WRONG
// CHECK: proved by evaluation
// WRONG: refuted
// WRONG: is wrong on devices 1
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<6xi32>) -> tensor<6xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<6xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
