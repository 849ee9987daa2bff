// Where there is nothing to explain.
// RUN: sdyc explain %s | FileCheck %s
// RUN: sdyc explain %s --value=%a | FileCheck %s
// RUN: not sdyc explain %s.absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not sdyc explain 2>&1 | FileCheck %s --check-prefix=NOFILE
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
// CHECK: Nothing is sharded: the program has no mesh (sdy.mesh).
// CHECK: %a
// ABSENT: error: cannot read '{{.*}}nothing.mlir.absent': No such file or directory
// NOFILE: error: sdyc explain needs a file
