// The least of real numbers is minus the greatest of minus these, of two and of many; of integers, one of which has no negative, it is not
// taken so.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/%least = stablehlo.negate %greatest/%least = stablehlo.minimum %a, %b/; s/%2 = stablehlo.negate %1 : .*/%2 = stablehlo.reduce(%least init: %end) applies stablehlo.minimum across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>/' %s > %t.whole
// RUN: not cmp -s %s %t.whole
// RUN: sdyc verify --quiet %t.whole %t.parts | FileCheck %s
// RUN: sed 's/applies stablehlo.maximum/applies stablehlo.minimum/' %t.parts > %t.other
// RUN: not cmp -s %t.parts %t.other
// RUN: not sdyc verify --quiet %s %t.other | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x3xf32>, tensor<3xf32>) {
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %end = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %n = stablehlo.negate %a : tensor<8x3xf32>
  %m = stablehlo.negate %b : tensor<8x3xf32>
  %greatest = stablehlo.maximum %n, %m : tensor<8x3xf32>
  %least = stablehlo.negate %greatest : tensor<8x3xf32>
  %1 = stablehlo.reduce(%greatest init: %none) applies stablehlo.maximum across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.negate %1 : tensor<3xf32>
  return %least, %2 : tensor<8x3xf32>, tensor<3xf32>
}
