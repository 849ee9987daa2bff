// What was wrong: what a loop carries was replicated by a sharding that left what else it carries open, which no collective takes.
// RUN: sdyc opt %s -sdy-reshard-to-collectives | FileCheck %s
// CHECK: stablehlo.while{{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}]>]>}
// CHECK: sdy.replicated_to_unreduced {"x"} %iterArg out_sharding
// CHECK: sdy.replicated_to_unreduced {"x"} %{{.*}}#1 out_sharding
sdy.mesh @mesh = <["x"=2]>
func.func @main(%limit: tensor<i32>, %rows: tensor<4xi32>) -> tensor<4xi32> {
  %0:2 = stablehlo.while(%count = %limit, %carried = %rows) : tensor<i32>, tensor<4xi32>
    cond {
      %3 = stablehlo.compare LT, %count, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = sdy.reshard %count <@mesh, [], unreduced={"x"}> : tensor<i32>
      %4 = sdy.all_reduce {"x"} %3 out_sharding=<@mesh, []> : tensor<i32>
      stablehlo.return %4, %carried : tensor<i32>, tensor<4xi32>
    }
  %1 = sdy.reshard %0#1 <@mesh, [{}], unreduced={"x"}> : tensor<4xi32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}]> : tensor<4xi32>
  return %2 : tensor<4xi32>
}
