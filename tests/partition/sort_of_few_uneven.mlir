// The first three of a sort along a dimension whose parts are not even: three of each part, what fills up the last behind all
// else. All of the dimension was gathered.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run --storage=private --input=2x61xi32=random:1 %s > %t.private
// RUN: sdyc run --storage=shared --input=2x61xi32=random:1 %s | diff - %t.private
sdy.mesh @mesh = <["x"=4]>

// What numbers the elements tells what is none.
// CHECK-LABEL: func.func public @main
// CHECK: "stablehlo.sort"({{.*}}) <{dimension = 2 : i64, is_stable = true}>
// CHECK: (tensor<2x1x16xi32>, tensor<2x1x16xi32>) -> (tensor<2x1x16xi32>, tensor<2x1x16xi32>)
// CHECK: "stablehlo.all_gather"{{.*}} : (tensor<2x3xi32>) -> tensor<2x12xi32>
// CHECK: "stablehlo.all_gather"{{.*}} : (tensor<2x3xi32>) -> tensor<2x12xi32>
// CHECK: "stablehlo.sort"({{.*}}) <{dimension = 1 : i64, is_stable = true}>

// Where nothing does, numbers are sorted along; even zeros and least elements are less than what is none.
// CHECK: (tensor<2x1x16xi32>, tensor<2x1x16xi32>) -> (tensor<2x1x16xi32>, tensor<2x1x16xi32>)
// CHECK: "stablehlo.all_gather"{{.*}} : (tensor<2x2xi32>) -> tensor<2x8xi32>
func.func public @main(%x: tensor<2x61xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x2xi32>) {
  %p = stablehlo.iota dim = 1 : tensor<2x61xi32>
  %0:2 = "stablehlo.sort"(%x, %p) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %6 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %6 : tensor<i1>
  }) : (tensor<2x61xi32>, tensor<2x61xi32>) -> (tensor<2x61xi32>, tensor<2x61xi32>)
  %1 = stablehlo.slice %0#0 [0:2, 0:3] : (tensor<2x61xi32>) -> tensor<2x3xi32>
  %2 = stablehlo.slice %0#1 [0:2, 0:3] : (tensor<2x61xi32>) -> tensor<2x3xi32>
  %3 = stablehlo.abs %x : tensor<2x61xi32>
  %4 = "stablehlo.sort"(%3) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %6 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %6 : tensor<i1>
  }) : (tensor<2x61xi32>) -> tensor<2x61xi32>
  %7 = stablehlo.slice %4 [0:2, 0:2] : (tensor<2x61xi32>) -> tensor<2x2xi32>
  return %1, %2, %7 : tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x2xi32>
}
