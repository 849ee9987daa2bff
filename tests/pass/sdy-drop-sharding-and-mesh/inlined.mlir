// What has its mesh with it needs none of the module.
// RUN: sdyc opt %s -sdy-drop-sharding-and-mesh | FileCheck %s
// CHECK-NOT: sdy.mesh
sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  // CHECK-NEXT: sdy.reshard %arg0 <mesh<["y"=2]>, [{"y"}]> : tensor<4xf32>
  %0 = sdy.reshard %arg0 <mesh<["y"=2]>, [{"y"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
