// A gather of fewer rows than devices, as a sum of what each device writes into zeros where its row is: rows behind the end are padding,
// which is written behind the end alone. What is written a row further on, or into ones, must not be proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed '/all_gather/d; s/stablehlo.slice %[0-9]* \[0:6, 0:3\]/stablehlo.slice %sum [0:6, 0:3]/; s/^    %0 = stablehlo.tanh.*/&\n    %id = stablehlo.partition_id : tensor<ui32>\n    %row = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>\n    %first = stablehlo.constant dense<0> : tensor<i64>\n    %zeros = stablehlo.constant dense<0.0> : tensor<16x3xf32>\n    %own = stablehlo.dynamic_update_slice %zeros, %0, %row, %first : (tensor<16x3xf32>, tensor<1x3xf32>, tensor<i64>, tensor<i64>) -> tensor<16x3xf32>\n    %sum = "stablehlo.all_reduce"(%own) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]]> : tensor<1x16xi64>, use_global_device_ids}> ({\n    ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n      %z = stablehlo.add %x, %y : tensor<f32>\n      stablehlo.return %z : tensor<f32>\n    }) : (tensor<16x3xf32>) -> tensor<16x3xf32>/' %t.parts > %t.sum
// RUN: not cmp -s %t.parts %t.sum
// RUN: sdyc verify --quiet %s %t.sum | FileCheck %s
// RUN: sed 's/%row = stablehlo.convert %id .*/%own_row = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>\n    %one = stablehlo.constant dense<1> : tensor<i64>\n    %row = stablehlo.add %own_row, %one : tensor<i64>/' %t.sum > %t.further
// RUN: not cmp -s %t.sum %t.further
// RUN: not sdyc verify --quiet %s %t.further | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%zeros = stablehlo.constant dense<0.0>/%zeros = stablehlo.constant dense<1.0>/' %t.sum > %t.ones
// RUN: not cmp -s %t.sum %t.ones
// RUN: not sdyc verify --quiet %s %t.ones | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=16]>
func.func @main(%a: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.tanh %a : tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}
