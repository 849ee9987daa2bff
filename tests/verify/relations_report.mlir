// What a device holds of each value: a part by axes, a share of a sum, more than its part, and what stands elsewhere.
// RUN: sdyc verify --quiet %s %S/relations_report.txt --relations=- | FileCheck %s
// CHECK: {"proved":true,"values":[
// CHECK: "argument","number":0,{{.*}}"dimensions":[{"axes":["x"],"halo":0},{"axes":["y"],"halo":0}],"partial":[],"other":[],"replicated":[],"padding":"none","is":"argument0[{{.*}}]"}
// CHECK: "argument","number":1,{{.*}}"dimensions":[{"axes":["y"],"halo":0},{"axes":[],"halo":0}],{{.*}}"replicated":["x"]
// CHECK: "stablehlo.dot_general","line":{{[0-9]+}},{{.*}}"dimensions":[{"axes":["x"],"halo":0},{"axes":[],"halo":0}],"partial":["y"],"other":[],"replicated":[],"padding":"none"
// CHECK: "stablehlo.all_reduce",{{.*}}"dimensions":[{"axes":["x"],"halo":0},{"axes":[],"halo":0}],"partial":[],"other":[],"replicated":["y"]
// CHECK: "stablehlo.concatenate",{{.*}}"dimensions":[{"axes":["x"],"halo":1},{"axes":[],"halo":0}],{{.*}}"outside":"0"
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %0, %zero, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<5x2xf32>
  %2 = stablehlo.slice %1 [0:4, 0:2] : (tensor<5x2xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.add %0, %2 : tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}
