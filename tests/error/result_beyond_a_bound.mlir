// With the input's shape known, the result is larger than what bounds it.
// RUN: not sdyc run %s --input=3xf32=1 --input=i32=2 2>&1 | FileCheck %s
// CHECK: result_beyond_a_bound.mlir:7:8: error: 'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<16xf32>'
// CHECK-NOT: internal error

func.func public @main(%arg0: tensor<?xf32>, %arg1: tensor<i32>) -> tensor<16xf32> {
  %0 = "stablehlo.set_dimension_size"(%arg0, %arg1) {dimension = 0 : i64} : (tensor<?xf32>, tensor<i32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
