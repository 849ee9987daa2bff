// Folds whose ranges are cut where a condition inside says something else, by the rests of places that stand apart, or into their elements;
// comparisons of integers that were widened. Another element, bound, number between others, or fold must not be proved.
// RUN: sdyc verify --quiet --seconds=0.01 %s %S/relations_cuts.txt | FileCheck %s
// RUN: sed 's/%c \[3:4\]/%c [2:3]/' %S/relations_cuts.txt > %t.element
// RUN: not sdyc verify --quiet %s %t.element | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/maximum %my, %mx/maximum %mx, %mx/' %S/relations_cuts.txt > %t.half
// RUN: not sdyc verify --quiet %s %t.half | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/maximum %mx, %between/minimum %mx, %between/' %S/relations_cuts.txt > %t.between
// RUN: not sdyc verify --quiet %s %t.between | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/dense<7>/dense<8>/' %S/relations_cuts.txt > %t.bound
// RUN: not sdyc verify --quiet %s %t.bound | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%zero = stablehlo.constant dense<0.0>/%zero = stablehlo.constant dense<1.0>/' %S/relations_cuts.txt > %t.number
// RUN: not sdyc verify --quiet %s %t.number | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=4]>
func.func @main(%c: tensor<4xf32>, %d: tensor<4xf32>, %n: tensor<4xi8>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<4xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %all = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %s = stablehlo.multiply %all, %three : tensor<f32>
  %curved = stablehlo.tanh %s : tensor<f32>
  %sum = stablehlo.multiply %s, %curved : tensor<f32>
  %x = stablehlo.tanh %c : tensor<4xf32>
  %y = stablehlo.exponential %d : tensor<4xf32>
  %both = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %most = stablehlo.reduce(%both init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %spaced = stablehlo.pad %c, %zero, low = [0], high = [0], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  %bent = stablehlo.tanh %spaced : tensor<10xf32>
  %apart = stablehlo.reduce(%bent init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
  %seven = stablehlo.constant dense<7> : tensor<4xi8>
  %less = stablehlo.compare LT, %n, %seven : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  return %sum, %most, %apart, %less : tensor<f32>, tensor<f32>, tensor<f32>, tensor<4xi1>
}
