// A product whose summed dimension is in parts. What is proved, and what is said of faults: no sum over devices, a sum over
// the wrong ones, a sum of too few; a text that cannot be read.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify %s %t.parts | FileCheck %s
// RUN: sdyc verify --evaluate %s %t.parts | FileCheck %s --check-prefix=EVALUATED
// RUN: sed 's/return %1 /return %0 /' %t.parts > %t.dropped
// RUN: not sdyc verify %s %t.dropped | FileCheck %s --check-prefix=DROPPED
// RUN: sed 's/dense<.*> : tensor<2x4xi64>/dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>/' %t.parts > %t.wrong
// RUN: not sdyc verify --quiet %s %t.wrong | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/dense<.*> : tensor<2x4xi64>/dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>/' %t.parts > %t.few
// RUN: not sdyc verify --quiet %s %t.few | FileCheck %s --check-prefix=FEW
// RUN: sed 's/stablehlo.add %/stablehlo.maximum %/' %t.parts > %t.maximum
// RUN: not sdyc verify --quiet %s %t.maximum | FileCheck %s --check-prefix=WRONG
// RUN: sdyc partition --verify %s -o %t.proved && cmp %t.proved %t.parts
// RUN: rm -rf %t.c && not sdyc verify %s %t.few --counterexample=%t.c
// RUN: sdyc run %s --input=@%t.c/input0.npy --input=@%t.c/input1.npy --expected-output=@%t.c/result0.npy
// RUN: not sdyc run %t.c/devices.mlir --input=@%t.c/parts0.npy --input=@%t.c/parts1.npy --expected-output=@%t.c/part.npy 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: grep 'devices.mlir. --input=.@.*parts0.npy' %t.c/commands.sh
// RUN: (sdyc verify %s %t.nothing; test $? = 2)
// RUN: (sdyc verify %s; test $? = 2)
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK: proved by relations
// EVALUATED: proved by evaluation (2^-{{[0-9]+}})
// CHECK: border, on 8 devices:
// CHECK-NEXT: argument 0: tensor<4x8xf32> [{}, {"x"}]
// CHECK-NEXT: argument 1: tensor<8x2xf32> [{"x"}, {}]
// CHECK-NEXT: result 0: tensor<4x2xf32> [{}, {}]

// DROPPED: product.dropped:{{[0-9]+}}:10: refuted: stablehlo.dot_general: it makes a result another one
// DROPPED-NEXT: in the place of {{.*}}product.mlir:[[#@LINE+12]]:8: stablehlo.dot_general
// DROPPED-NEXT: an element of which is (sum k2 < 8 of (argument0[i0, k2] * argument1[k2, i1]))
// DROPPED-NEXT: device d holds (sum k2 < 2 of (argument0[i0, [0 0 2 2 4 4 6 6](d) + k2] * argument1{{\[\[}}0 0 2 2 4 4 6 6](d) + k2, i1]))
// DROPPED-NEXT: result 0 is wrong on devices 0 to 7
// DROPPED-NEXT: result 0, device {{[0-9]}}, element [{{[0-9], [0-9]}}], which is [{{[0-9], [0-9]}}] of the whole: {{.*}} instead of {{.*}}, for random inputs

// WRONG: :{{[0-9]+}}:10: refuted: stablehlo.all_reduce
// WRONG-NEXT: in the place of {{.*}}product.mlir:[[#@LINE+5]]:8: stablehlo.dot_general
// DEVICES: sdyc: error: result 0: 8 of 8 elements differ
// FEW: product.few:{{[0-9]+}}:10: refuted: stablehlo.all_reduce
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
