// Values on the command line, right and wrong.
// RUN: sdyc run %s --input=2x3xf32=0.5 --input="3xi32=1 2 3" | FileCheck %s
// RUN: sdyc run %s --input="2x3xf32=[[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]" --input=3xi32=1,2,3 | FileCheck %s
// RUN: sdyc run %s --input=2x3xf32=0.5 --input="3xi32=1 2 3" --output=@%t0.npy --output=@%t1.npy
// RUN: sdyc run %s --input=@%t0.npy --input=@%t1.npy | FileCheck %s --check-prefix=AGAIN
// RUN: sdyc run %s --input=2x3xf32=0.5 --input="3xi32=1 2 3" --expected-output=2x3xf32=1 --expected-output="3xi32=2 4 6"
// RUN: not sdyc run %s --input=2x3xf32=0.5 --input="3xi32=1 2 3" --expected-output=2x3xf32=1 --expected-output="3xi32=2 4 7" 2>&1 | FileCheck %s --check-prefix=DIFFERS
// RUN: sdyc run %s --input=2x3xf32=random:7 --input=3xi32=random:8 > %t.a && sdyc run %s --input=2x3xf32=random:7 --input=3xi32=random:8 --threads=1 | cmp %t.a
// CHECK:      2x3xf32=[1 1 1][1 1 1]
// CHECK-NEXT: 3xi32=2 4 6
// AGAIN:      2x3xf32=[2 2 2][2 2 2]
// AGAIN-NEXT: 3xi32=4 8 12
// DIFFERS: result 1: 1 of 3 elements differ, first at [2]: 6, expected 7

// RUN: not sdyc run %s --input=2x3xf32=0.5 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not sdyc run %s --input=2x3xf32=0.5 --input=4xi32=1 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not sdyc run %s --input=2x3xf64=0.5 --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not sdyc run %s --input=2x3xf33=0.5 --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not sdyc run %s --input="2x3xf32=1 2 3" --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not sdyc run %s --input=2x3xf32=1 --input="3xi32=1 2 x" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not sdyc run %s --input=2x3xf32=1 --input=3xi32=3000000000 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sdyc run %s --input=2x3xf32=random:x --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not sdyc run %s --input=random:1 --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=UNTYPED
// RUN: not sdyc run %s --input=0.5 --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not sdyc run %s --input=x.npy --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=NOVALUE
// RUN: not sdyc run %s --input=f32[2,3]=1 --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=TURNED
// RUN: not sdyc run %s --input=2x3xf32 2>&1 | FileCheck %s --check-prefix=TYPEALONE
// RUN: not sdyc run %s --input=@%t.missing.npy --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sdyc run %s --input=@%s --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=NOTNPY
// RUN: not sdyc run %s --input=@%t1.npy --input=@%t1.npy 2>&1 | FileCheck %s --check-prefix=FILESHAPE
// RUN: head -c 100 %t0.npy > %t.cut.npy && not sdyc run %s --input=@%t.cut.npy --input=3xi32=1 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not sdyc run %s --input=2x3xf32=1 --input=3xi32=1 --output=@/dev/full --output=@%t.x.npy 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not sdyc run %s --input=2x3xf32=1 --input=3xi32=1 --output=@%t.x.npy 2>&1 | FileCheck %s --check-prefix=OUTPUTS
// RUN: not test -e %t.x.npy
// RUN: not sdyc run %s --entry=other 2>&1 | FileCheck %s --check-prefix=ENTRY
// COUNT: error: 1 times --input, but the program has 2 inputs
// SHAPE: error: input 1: a value of type 4xi32, but 3xi32 is needed
// TYPE: error: input 0: a value of type 2x3xf64, but 2x3xf32 is needed
// ELEMENT: error: input 0: 'f33' is no element type
// FEW: error: input 0: 3 numbers for 2x3xf32, which has 6
// WORD: error: input 1: 'x' is no i32
// RANGE: error: input 1: 3000000000 does not fit in i32
// SEED: error: input 0: 'x' is no seed
// UNTYPED: error: input 0: 'random:1' without its type, 2x3xf32=random:1
// NUMBER: error: input 0: '0.5' without its type, 2x3xf32=0.5
// NOVALUE: error: input 0: 'x.npy' is no value: @file.npy or a type and numbers, 2x3xf32=0.5
// TURNED: error: input 0: 'f32[2,3]' is no element type, as f32 is in 2x3xf32
// TYPEALONE: error: 1 times --input, but the program has 2 inputs
// TYPEALONE: --input=2x3xf32=random:1 --input=random
// MISSING: error: input 0: {{.*}}missing.npy: {{.*}}No such file
// NOTNPY: error: input 0: {{.*}}run_values.mlir
// FILESHAPE: error: input 0: {{.*}} holds 3xi32, but 2x3xf32 is needed
// CUT: error: input 0: {{.*}}cut.npy
// FULL: error: {{.*}}/dev/full
// OUTPUTS: error: 1 times --output, but the program has 2 results
// ENTRY: error: {{.*}}other
func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xi32>) -> (tensor<2x3xf32>, tensor<3xi32>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>
  %1 = stablehlo.add %arg1, %arg1 : tensor<3xi32>
  return %0, %1 : tensor<2x3xf32>, tensor<3xi32>
}
