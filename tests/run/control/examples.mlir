// The programs of examples/ run.
// RUN: sdyc run %S/../../../examples/product.mlir --input=4x8xf32=0.5 --input=8x2xf32=1 | FileCheck %s
// RUN: sdyc run %S/../../../examples/mlp.mlir --input=8x512xf32=0 --input=512x2048xf32=random:2 --input=2048xf32=0 --input=2048x4xf32=random:3 | FileCheck %s --check-prefix=MLP
// RUN: sdyc bench %S/../../../examples/product.mlir --runs=2 | FileCheck %s --check-prefix=BENCH
// RUN: sdyc layouts %S/../../../examples/product.mlir | FileCheck %s --check-prefix=LAYOUTS
// RUN: rm -rf %t.c && sdyc emit %S/../../../examples/product.mlir -o %t.c && make -s -C %t.c
// RUN: %t.c/run --input=4x8xf32=0.5 --input=8x2xf32=1 | FileCheck %s
// RUN: not sdyc emit %S/../../../examples/product.mlir -o %t.c 2>&1 | FileCheck %s --check-prefix=AGAIN
// CHECK: 4x2xf32=[4 4][4 4][4 4][4 4]
// MLP: 8x4xf32=[0 0 0 0][0 0 0 0]
// BENCH: --storage=private
// LAYOUTS: arg0
// AGAIN: error: {{.*}} not empty
