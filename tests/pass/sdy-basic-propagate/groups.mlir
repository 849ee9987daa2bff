// Members of a group have one sharding, whatever number the group has.
// RUN: sdyc opt -sdy-basic-propagate %s | FileCheck %s
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func @members
// CHECK-SAME: %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
// CHECK-SAME: %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
func.func @members(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=-1 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=-1 : tensor<8xf32>
  return
}
