// RUN: rm -rf %t && sdyc opt -sdy-export-pipeline='dump-directory=%t' %s > /dev/null
// RUN: ls %t | xargs echo | FileCheck %s --check-prefix=FEW
// RUN: FileCheck %s < %t/00.after_propagation.mlir
// RUN: rm -rf %t && sdyc opt -sdy-export-pipeline='dump-directory=%t enable-insert-explicit-collectives=true' %s > /dev/null
// RUN: ls %t | xargs echo | FileCheck %s --check-prefix=COLLECTIVES
// RUN: FileCheck %s --check-prefix=GATHERED < %t/02.after_partitioner_with_global_shapes.mlir
// RUN: rm -rf %t && sdyc opt -sdy-export-pipeline='dump-directory=%t enable-per-instruction-partitioning=true' %s > /dev/null
// RUN: ls %t | xargs echo | FileCheck %s --check-prefix=SINGLE
// RUN: not sdyc opt -sdy-export-pipeline='dump-directory=%s' %s 2>&1 | FileCheck %s --check-prefix=ERROR
// FEW: 00.after_propagation.mlir 01.after_minimal_partitioner_with_global_shapes.mlir
// COLLECTIVES: 00.after_propagation.mlir 01.after_explicit_reshards.mlir 02.after_partitioner_with_global_shapes.mlir
// SINGLE: 00.after_propagation.mlir 01.before_per_instruction_partitioning.mlir 02.after_per_instruction_partitioning.mlir 03.after_minimal_partitioner_with_global_shapes.mlir
// CHECK: stablehlo.negate
// CHECK-NOT: all_gather
// GATHERED: sdy.all_gather
// ERROR: error: cannot write '{{.*}}/00.after_propagation.mlir'
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
