// The bits of floats are known in real numbers where a double is the float itself, as arguments are: what takes the bits of others is refuted.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/stablehlo.bitcast_convert %a\w* : (tensor<2x4xf32>) -> tensor<2x4x2xui16>/stablehlo.bitcast_convert %turned : (tensor<2x4xf32>) -> tensor<2x4x2xui16>/; s/^\( *\)\(%[0-9]* = stablehlo.bitcast_convert %turned\)/\1%turned = stablehlo.reverse %arg0, dims = [1] : tensor<2x4xf32>\n\1\2/' %t.parts > %t.wrong
// RUN: not cmp -s %t.parts %t.wrong
// RUN: not sdyc verify --quiet %s %t.wrong | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4x4x2xui16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.bitcast_convert %a : (tensor<4x4xf32>) -> tensor<4x4x2xui16>
  %1 = stablehlo.bitcast_convert %b : (tensor<4xf64>) -> tensor<4x2xf32>
  return %0, %1 : tensor<4x4x2xui16>, tensor<4x2xf32>
}
