// Columns that lie side by side are scanned together, lines one after the other; long ones in chunks. SDYC_ROUTE asks for another way.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: SDYC_ROUTE=scan:along sdyc kernels %s | FileCheck %s --check-prefix=FORCED
// RUN: sdyc run %s --input=4000x64xi32=random:1 --input=1200000xi32=random:2 --output=@%t.0.npy --output=@%t.1.npy --output=@%t.2.npy
// RUN: SDYC_ROUTE=scan:along sdyc run %s --input=4000x64xi32=random:1 --input=1200000xi32=random:2 --expected-output=@%t.0.npy --expected-output=@%t.1.npy --expected-output=@%t.2.npy
func.func @main(%a: tensor<4000x64xi32>, %b: tensor<1200000xi32>) -> (tensor<4000x64xi32>, tensor<4000x64xi32>, tensor<1200000xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-DAG: route across of {{.*}}: columns side by side
  // CHECK-DAG: route along of {{.*}}: one line after the other, whole lines in a task
  // CHECK-DAG: route along_chunks of {{.*}}: one line after the other, in chunks of a line
  // FORCED-NOT: route across
  // FORCED: route along of
  // FORCED-NOT: route along_chunks
  %0 = "stablehlo.reduce_window"(%a, %zero) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %sum = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 4000, 1>, padding = dense<[[3999, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4000x64xi32>, tensor<i32>) -> tensor<4000x64xi32>
  %1 = "stablehlo.reduce_window"(%a, %zero) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %sum = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 1, 64>, padding = dense<[[0, 0], [0, 63]]> : tensor<2x2xi64>} : (tensor<4000x64xi32>, tensor<i32>) -> tensor<4000x64xi32>
  %2 = "stablehlo.reduce_window"(%b, %zero) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %sum = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 1200000>, padding = dense<[[1199999, 0]]> : tensor<1x2xi64>} : (tensor<1200000xi32>, tensor<i32>) -> tensor<1200000xi32>
  return %0, %1, %2 : tensor<4000x64xi32>, tensor<4000x64xi32>, tensor<1200000xi32>
}
