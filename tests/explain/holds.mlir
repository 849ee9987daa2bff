// What devices hold of a value stands with it: of a product whose contracted dimension is cut, shares of a sum.
// RUN: sdyc explain %s --json | FileCheck %s
// CHECK: "name":"%a",{{.*}}"holds":[{"operation":"argument","number":0,{{.*}}"dimensions":[{"axes":[],"halo":0},{"axes":["x"],"halo":0}]
// CHECK: "name":"%0",{{.*}}"holds":[{"operation":"stablehlo.dot_general","line":7,{{.*}}"partial":["x"],"other":[],"replicated":[],
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
