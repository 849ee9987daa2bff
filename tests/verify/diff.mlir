// Two runs, value by value: of one program with other flags, whose sums are in another order, and of two programs, whose values are
// matched by what they mean. Where NaN first appears is said in either case.
// RUN: sdyc diff %s --input=random --second='--storage=private --reduce=device-order' | FileCheck %s --check-prefix=ORDER
// RUN: sdyc diff %s --input=random --second=--threads=2 | FileCheck %s --check-prefix=SAME
// RUN: not sdyc diff %s --input=random --second='--storage=private --reduce=device-order' --rtol=0 --atol=0 | FileCheck %s --check-prefix=STRICT
// RUN: sed 's/stablehlo.multiply %0, %0/stablehlo.power %0, %two/; s/%k = .*/%two = stablehlo.constant dense<2.0> : tensor<16x512xf32>/' %s > %t.same
// RUN: sdyc diff %s %t.same --input=random | FileCheck %s --check-prefix=MATCHED
// RUN: sed 's/stablehlo.multiply %0, %0/stablehlo.multiply %0, %k/' %s > %t.other
// RUN: not sdyc diff %s %t.other --input=random | FileCheck %s --check-prefix=OTHER
// RUN: sdyc partition %s > %t.parts && (sdyc diff %s %t.parts --input=random; test $? = 2) 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: (sdyc diff %s --input=random --second=--storge=private; test $? = 2) 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: (sdyc diff %s --second=other.mlir --input=random; test $? = 2) 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: (sdyc diff --entry=main %s %s --second=--threads=2; test $? = 2) 2>&1 | FileCheck %s --check-prefix=INPUTS
// RUN: sdyc diff --input random --second=--threads=2 %s | FileCheck %s --check-prefix=SAME
// RUN: (sdyc diff %s %s %t.third; test $? = 2) 2>&1 | FileCheck %s --check-prefix=THIRD
// RUN: (sdyc diff %s; test $? = 2) 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: (sdyc diff; test $? = 2) 2>&1 | FileCheck %s --check-prefix=NONE
sdy.mesh @mesh = <["x"=4]>
// INPUTS: error: 0 times --input, but the program has 2 inputs
// INPUTS: sdyc diff --entry=main {{.*}}diff.mlir {{.*}}diff.mlir --second=--threads=2 --input=random
// THIRD: error: two files at most: '{{.*}}.third' is a third
// ALONE: sdyc diff {{.*}}diff.mlir --input=random

// ORDER: {{[2-4]}} of 6 values are the same to the bit, 6 within tolerance
// ORDER-NEXT: first that differs: {{.*}}diff.mlir:[[#@LINE+18]]:3: stablehlo.dot_general: {{.*}} of 128 elements differ, first at [{{.*}}]: {{.*}}, in the first run {{.*}}
// ORDER-NEXT: first NaN: {{.*}}diff.mlir:[[#@LINE+18]]:3: stablehlo.log: in both
// SAME: 6 of 6 values are the same to the bit, 6 within tolerance
// SAME-NEXT: first NaN
// STRICT: first beyond tolerance: {{.*}}: stablehlo.dot_general: {{.*}}, in the first run
// MATCHED: {{[0-9]}} of 6 values are the same to the bit, 6 within tolerance
// MATCHED: first NaN: {{.*}}diff.same:{{[0-9]+}}:3: stablehlo.log, which is {{.*}}diff.mlir:{{[0-9]+}}:3: stablehlo.log: in both
// OTHER: 1 of 1 values are the same to the bit
// OTHER-NEXT: 5 values of the second program are none of the first's
// OTHER-NEXT: first of them: {{.*}}diff.other:{{[0-9]+}}:3: stablehlo.multiply
// PARTS: sdyc: error: the values of the two programs cannot be matched: they take other arguments (`sdyc verify` compares a program with its parts)
// FLAG: sdyc: error: unknown flag '--storge=private'; did you mean '--storage'?
// WORD: sdyc: error: --second: 'other.mlir' is no flag
// NONE: sdyc: error: sdyc diff needs a file, or two
func.func @main(%a: tensor<16x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<512x8xf32>) -> tensor<16x8xf32> {
  %k = stablehlo.constant dense<3.0> : tensor<16x512xf32>
  %0 = stablehlo.sine %a : tensor<16x512xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<16x512xf32>
  %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<16x512xf32>, tensor<512x8xf32>) -> tensor<16x8xf32>
  %3 = stablehlo.log %2 : tensor<16x8xf32>
  %4 = stablehlo.tanh %3 : tensor<16x8xf32>
  return %4 : tensor<16x8xf32>
}
