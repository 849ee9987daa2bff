// Inputs that are missing: the error says what to write, and what it says works.
// RUN: not sdyc run %s --storage=private "--input=2x3xf32=1 2 3 4 5 6" 2>%t.error
// RUN: FileCheck %s < %t.error
// RUN: grep -- --input=random %t.error | sh > %t.filled && grep -A3 "sdyc run .*\\\\$" %t.error | sh > %t.each && cmp %t.filled %t.each
// RUN: sdyc run %s "--input=2x3xf32=1 2 3 4 5 6" --input=3xi32=random:2 --input=i1=random:3 | cmp %t.filled
// RUN: sdyc run %s --input=random --input "2x3xf32=1 2 3 4 5 6" | cmp %t.filled
// RUN: sdyc run %s --input=2x3xf32=random:1 --input=3xi32=random:2 --input=i1=random:3 > %t.all && sdyc run %s --input=random | cmp %t.all
// RUN: not sdyc run %s --input=i1=1 --input=i1=1 --input=i1=1 --input=i1=1 --input=random 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not sdyc bench %s --runs=1 --input 2x3xf32=1 2>&1 | FileCheck %s --check-prefix=BENCH
// RUN: sdyc bench %s --runs=1 --as-given --input=2x3xf32=1 --input=random
// RUN: sdyc emit %s -o %t.folder --with-test --input=2x3xf32=1 --input=random
// RUN: not sdyc emit %s -o %t.folder 2>&1 | FileCheck %s --check-prefix=FOLDER
// CHECK:      sdyc: error: 1 times --input, but the program has 3 inputs
// CHECK-NEXT: Random values for those that are missing:
// CHECK-NEXT:     {{.*}}sdyc run {{.*}}inputs_missing.mlir --storage=private '--input=2x3xf32=1 2 3 4 5 6' --input=random{{$}}
// CHECK-NEXT: Each by itself:
// CHECK-NEXT:     {{.*}}sdyc run {{.*}}inputs_missing.mlir --storage=private \{{$}}
// CHECK-NEXT:         '--input=2x3xf32=1 2 3 4 5 6' \{{$}}
// CHECK-NEXT:         --input=3xi32=random:2 \{{$}}
// CHECK-NEXT:         --input=i1=random:3{{$}}
// CHECK-NEXT: A value is also
// FOLDER: error: {{.*}}.folder: exists and is not empty; remove it, or name another
// MANY: error: 4 times --input, but the program has 3 inputs
// MANY-NOT: Random values
// BENCH: sdyc bench {{.*}}inputs_missing.mlir --runs=1 --input=2x3xf32=1 --input=random
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xi32>, %arg2: tensor<i1>) -> (tensor<2x3xf32>, tensor<3xi32>, tensor<i1>) {
  return %arg0, %arg1, %arg2 : tensor<2x3xf32>, tensor<3xi32>, tensor<i1>
}
