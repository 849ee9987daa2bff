// The only function that is not private is the entry, whatever its name.
// RUN: sdyc run %s --input=4xf32=1 | FileCheck %s
// RUN: sdyc run %s --entry=forward --input=random --storage=private
// RUN: sdyc kernels %s && sdyc layouts %s && sdyc bench %s --runs=1 --as-given
// RUN: sdyc emit %s -o %t.folder
// RUN: sdyc partition --report %s
// A private one may be asked for, though nobody calls it.
// RUN: sdyc run %s --entry=unused --input=4xf32=1 | FileCheck %s --check-prefix=UNUSED
// RUN: sdyc kernels %s --entry=unused
// RUN: sed -e '/^func.func @forward/,$d' %s > %t.private.mlir && sdyc run %t.private.mlir --input=4xf32=1 | FileCheck %s --check-prefix=UNUSED
// RUN: not sdyc run %s --entry=foward 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sdyc partition --report %s --entry=foward 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: echo 'module {}' > %t.empty.mlir
// RUN: not sdyc run %t.empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// CHECK: 4xf32=2 2 2 2
// UNUSED: 4xf32=1 1 1 1
// NAME: entry_only.mlir:{{[0-9:]+}}: error: there is no function @foward with a body to compile; did you mean 'forward'?; --entry=NAME takes @forward{{$}}
// EMPTY: error: there is no function @main with a body to compile
func.func private @unused(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @forward(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
