// What devices hold of values inside of a loop and of a branch: parts of what a turn begins with.
// RUN: sdyc partition %s -o %t && sdyc verify --quiet %s %t --relations=- | FileCheck %s
// CHECK: {"proved":true,"values":[
// CHECK: {"operation":"argument","number":1,"inside":{"operation":"stablehlo.while",{{.*}},"region":1},{{.*}}"dimensions":[{"axes":["x"],"halo":0}],{{.*}}"is":"turn1.1[2 * d + i0]"}
// CHECK: {"operation":"stablehlo.tanh",{{.*}}"inside":{"operation":"stablehlo.while",{{.*}},"region":1},{{.*}}"dimensions":[{"axes":["x"],"halo":0}]
// CHECK: {"operation":"stablehlo.while",{{.*}}"number":1,{{.*}}{{.*}}"is":"loop1.1[2 * d + i0]"}
// CHECK: {"operation":"stablehlo.negate",{{.*}}"inside":{"operation":"stablehlo.case",{{.*}},"region":1},{{.*}}"dimensions":[{"axes":["x"],"halo":0}]
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %which: tensor<i32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<8xf32>
    cond {
      %less = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %curved = stablehlo.tanh %x : tensor<8xf32>
      stablehlo.return %next, %curved : tensor<i32>, tensor<8xf32>
    }
  %1 = "stablehlo.case"(%which) ({
    stablehlo.return %0#1 : tensor<8xf32>
  }, {
    %turned = stablehlo.negate %0#1 : tensor<8xf32>
    stablehlo.return %turned : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
