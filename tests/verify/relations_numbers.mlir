// Integers are compared by their numbers, whatever kinds hold them, inside of what is sorted too; what is converted twice is converted once where
// the first conversion keeps the number. A conversion that does not keep it counts.
// RUN: sdyc verify --quiet --seconds=0.01 %s %S/relations_numbers.txt | FileCheck %s
// RUN: sed 's/dense<100> : tensor<2x3xi8>/dense<99> : tensor<2x3xi8>/' %S/relations_numbers.txt > %t.bound
// RUN: not sdyc verify --quiet %s %t.bound | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%wide = stablehlo.convert %u : (tensor<2x3xui8>) -> tensor<2x3xi16>/%sign = stablehlo.convert %u : (tensor<2x3xui8>) -> tensor<2x3xi8>\n  %wide = stablehlo.convert %sign : (tensor<2x3xi8>) -> tensor<2x3xi16>/' %S/relations_numbers.txt > %t.sign
// RUN: not sdyc verify --quiet %s %t.sign | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/%real = stablehlo.convert %m : (tensor<2x3xi32>) -> tensor<2x3xf32>/%few = stablehlo.convert %m : (tensor<2x3xi32>) -> tensor<2x3xi8>\n  %real = stablehlo.convert %few : (tensor<2x3xi8>) -> tensor<2x3xf32>/' %S/relations_numbers.txt > %t.few
// RUN: not sdyc verify --quiet %s %t.few | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=2]>
func.func @main(%n: tensor<4x3xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<4x3xui8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %m: tensor<4x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x3xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x3xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %most = stablehlo.constant dense<100> : tensor<4x3xi32>
  %same = stablehlo.convert %n : (tensor<4x3xi8>) -> tensor<4x3xi32>
  %less = stablehlo.compare LT, %same, %most : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi1>
  %wide = stablehlo.convert %u : (tensor<4x3xui8>) -> tensor<4x3xi64>
  %other = stablehlo.convert %n : (tensor<4x3xi8>) -> tensor<4x3xi64>
  %below = stablehlo.compare LT, %wide, %other : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x3xi1>
  %0 = "stablehlo.sort"(%less) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %first = stablehlo.compare LT, %x, %y : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %first : tensor<i1>
  }) : (tensor<4x3xi1>) -> tensor<4x3xi1>
  %long = stablehlo.convert %m : (tensor<4x3xi32>) -> tensor<4x3xi64>
  %1 = stablehlo.convert %long : (tensor<4x3xi64>) -> tensor<4x3xf32>
  return %0, %below, %1 : tensor<4x3xi1>, tensor<4x3xi1>, tensor<4x3xf32>
}
