// Concatenations of values that are no slices: each part fetches what it needs of its neighbours' parts, where that is less
// than to exchange or gather the operands.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run --storage=private --input=1x8xf32=random:1 --input=15x8xf32=random:2 --input=16x8xf32=random:3 %s > %t.private
// RUN: sdyc run --storage=shared --input=1x8xf32=random:1 --input=15x8xf32=random:2 --input=16x8xf32=random:3 %s | diff - %t.private
sdy.mesh @mesh = <["x"=4]>

// A row in front of 15 others: a row is sent on.
// CHECK-LABEL: func.func public @main
// CHECK: "stablehlo.collective_permute"({{.*}} : (tensor<1x8xf32>) -> tensor<1x8xf32>
// CHECK-NOT: all_to_all
// CHECK-NOT: collective_permute

// As much would have to be sent of two halves as to exchange them.
// CHECK: all_to_all
// CHECK-NOT: collective_permute
// CHECK: return
func.func public @main(%a: tensor<1x8xf32>, %b: tensor<15x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<1x8xf32>, tensor<15x8xf32>) -> tensor<16x8xf32>
  %1 = stablehlo.sine %c {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<16x8xf32>
  %2 = stablehlo.concatenate %1, %c, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<32x8xf32>
  return %0, %2 : tensor<16x8xf32>, tensor<32x8xf32>
}
