// An operation with a sharding rule of its own that is custom is taken at its word: nothing is moved for it.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func {{.*}}@main
// CHECK-NOT:   sdy.reshard
// CHECK:       return
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
