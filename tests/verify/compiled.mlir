// What `run` and `emit` compile is proved before, for either model of storage; what is wrong is neither run nor written, nor is
// what cannot be read twice or what nothing is known about.
// RUN: sdyc run --verify %s --input=4x8xf32=1 --input=8x2xf32=2 2> %t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=PROVED < %t.said
// RUN: sdyc run --verify --storage=private %s --input=random 2>&1 | FileCheck %s --check-prefix=PROVED
// RUN: rm -rf %t.c && sdyc emit --verify %s -o %t.c 2>&1 | FileCheck %s --check-prefix=PROVED
// RUN: test -f %t.c/model.h
// RUN: not sdyc run --verify --storage=private %S/../partition/sum_behind_slice.mlir --input=random 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: rm -rf %t.w && not sdyc emit --verify --storage=private %S/../partition/sum_behind_slice.mlir -o %t.w 2> %t.said
// RUN: FileCheck %s --check-prefix=WRONG < %t.said && test ! -e %t.w
// RUN: not sdyc run --verify --split-input-file %s 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not sdyc run --verify - --input=random < %s 2>&1 | FileCheck %s --check-prefix=TWICE
sdy.mesh @mesh = <["x"=4]>

// CHECK: 4x2xf32=[16 16][16 16][16 16][16 16]
// PROVED: proved by evaluation (2^-{{[0-9]+}})
// WRONG: lowered:{{[0-9]+}}:{{[0-9]+}}: refuted: sdy.all_reduce
// SPLIT: sdyc: error: --verify is for one program, and --split-input-file for several
// TWICE: sdyc: error: --verify reads the program twice: it needs a file
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
