// The module after each priority but the last.
// RUN: sdyc opt -sdy-user-priority-propagate='module-dump-directory=%t' %s | FileCheck %s --check-prefix=LAST
// RUN: FileCheck %s --check-prefix=ZERO --input-file=%t/00.propagation_after_user_priority_0.mlir
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t/00.propagation_after_user_priority_1.mlir
// RUN: not sdyc opt -sdy-user-priority-propagate='module-dump-directory=%s' %s 2>&1 | FileCheck %s --check-prefix=ERROR
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// ZERO: stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}, {?}]>]>}
// ONE: stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}, {?}]>]>}
// LAST: stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}, {"c", ?}]>]>}
// ERROR: dump.mlir:1:1: error: cannot write '{{.*}}dump.mlir/00.propagation_after_user_priority_0.mlir': Not a directory
func.func @main(
    %arg0: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}p1, {}]>},
    %arg1: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"c"}p2]>}) -> tensor<4x4x4xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<4x4x4xf32>
  return %0 : tensor<4x4x4xf32>
}
