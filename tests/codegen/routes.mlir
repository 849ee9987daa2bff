// Kernels name the route by which the runtime computes them, and SDYC_ROUTE asks for one wherever it accepts.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: SDYC_ROUTE=scatter:rows sdyc kernels %s | FileCheck %s --check-prefix=ROWS
// RUN: sdyc run %s --input=500x4xf32=0 --input=300x1xi32=7 --input=300x4xf32=1 --output=@%t.npy
// RUN: SDYC_ROUTE=scatter:rows sdyc run %s --input=500x4xf32=0 --input=300x1xi32=7 --input=300x4xf32=1 --expected-output=@%t.npy
// A route that does not accept, and one of another family, change nothing.
// RUN: SDYC_ROUTE=scatter:elements sdyc kernels %s | FileCheck %s
// RUN: SDYC_ROUTE=product:rows sdyc kernels %s | FileCheck %s

// CHECK: loop: stablehlo.scatter
// CHECK: route {{vectors|registers}} of {{baseline|avx2|avx512}}: rows
// ROWS: route rows of {{baseline|avx2|avx512}}: rows by vectors of 16 bytes
func.func @main(%operand: tensor<500x4xf32>, %indices: tensor<300x1xi32>, %updates: tensor<300x4xf32>) -> tensor<500x4xf32> {
  %0 = "stablehlo.scatter"(%operand, %indices, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<500x4xf32>, tensor<300x1xi32>, tensor<300x4xf32>) -> tensor<500x4xf32>
  return %0 : tensor<500x4xf32>
}
