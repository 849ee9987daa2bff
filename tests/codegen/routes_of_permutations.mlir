// How items are moved is chosen when a program is compiled, and said: in tiles, as runs, or by the route that is asked for.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: SDYC_ROUTE=transpose:short_runs sdyc kernels %s | FileCheck %s --check-prefix=FORCED
// RUN: sdyc run %s --input=random --output=@%t.0.npy --output=@%t.1.npy
// RUN: SDYC_ROUTE=transpose:short_runs sdyc run %s --input=random --expected-output=@%t.0.npy --expected-output=@%t.1.npy
// FORCED-COUNT-2: route short_runs of
func.func @main(%a: tensor<300x200xf32>, %b: tensor<40x50x24xf32>) -> (tensor<200x300xf32>, tensor<50x40x24xf32>) {
  // CHECK: = transpose of
  // CHECK-NEXT: route tiles of
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<300x200xf32>) -> tensor<200x300xf32>
  // CHECK: = transpose of
  // CHECK-NEXT: route long_runs of
  %1 = stablehlo.transpose %b, dims = [1, 0, 2] : (tensor<40x50x24xf32>) -> tensor<50x40x24xf32>
  return %0, %1 : tensor<200x300xf32>, tensor<50x40x24xf32>
}
