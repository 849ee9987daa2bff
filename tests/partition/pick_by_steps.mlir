// What picks one of two elements may do so by several steps: each device picks in its part.
// RUN: sdyc partition %s | FileCheck %s
// CHECK: %[[PART:.*]]:2 = stablehlo.reduce({{.*}} : (tensor<1x16xf32>, tensor<1x16xi32>, {{.*}} -> (tensor<1xf32>, tensor<1xi32>)
// CHECK: "stablehlo.all_gather"(%[[PART]]#0)
// CHECK: "stablehlo.all_gather"(%[[PART]]#1)
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%x: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<f32>, %j: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %0:2 = stablehlo.reduce(%x init: %i), (%y init: %j) across dimensions = [0] : (tensor<64xf32>, tensor<64xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    %3 = stablehlo.maximum %a, %2 : tensor<f32>
    %9 = stablehlo.select %1, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %3, %9 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}
