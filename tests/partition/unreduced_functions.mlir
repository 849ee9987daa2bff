// A function that is given a sum which is not made yet was refused: its argument had no unreduced axes.
// Gradients are added up over the steps of a loop, and summed over the devices once, behind it.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run %s --input=4x4xf32=0.5
// RUN: sdyc run %s --input=4x4xf32=0.5 --storage=private
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while
// CHECK-NOT: all_reduce
// CHECK: stablehlo.add %{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.return
// CHECK: "stablehlo.all_reduce"
// CHECK-NOT: all_reduce
func.func @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %sum = sdy.sharding_constraint %zero <@mesh, [{}, {}], unreduced={"x"}> : tensor<4x4xf32>
  %0:2 = stablehlo.while(%i = %c, %acc = %sum) : tensor<i32>, tensor<4x4xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %less = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %more = func.call @accumulate(%acc, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<4x4xf32>
  }
  %1 = sdy.sharding_constraint %0#1 <@mesh, [{}, {}], unreduced={"x"}> : tensor<4x4xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {}]> : tensor<4x4xf32>
  check.expect_eq_const %2, dense<3.0> : tensor<4x4xf32>
  return
}
func.func private @accumulate(%acc: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<4x4xf32>
  %2 = stablehlo.add %acc, %1 : tensor<4x4xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}], unreduced={"x"}> : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
