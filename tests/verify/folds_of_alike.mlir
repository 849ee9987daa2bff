// What several devices hold alike is folded with itself by doubling, where the order does not matter: sums, products and maxima of seven
// equal shares. Of differences it matters, which are taken one after the other: a - a - ... is -5 a, and by doubling it would be a.
// RUN: sdyc verify --evaluate --quiet %s %S/folds_of_alike.txt | FileCheck %s
// CHECK: proved by evaluation
// RUN: sed 's/stablehlo.constant dense<-5.0>/stablehlo.constant dense<1.0>/' %s > %t.doubled && not sdyc verify --evaluate --quiet %t.doubled %S/folds_of_alike.txt | FileCheck --check-prefix=DOUBLED %s
// DOUBLED: refuted: stablehlo.all_reduce
// DOUBLED: result 3 is wrong on devices 0 to 6
sdy.mesh @mesh = <["x"=7]>

func.func @main(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %seven = stablehlo.constant dense<7.0> : tensor<5xf32>
  %0 = stablehlo.multiply %a, %seven : tensor<5xf32>
  %1 = stablehlo.multiply %a, %a : tensor<5xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<5xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<5xf32>
  %4 = stablehlo.multiply %3, %a : tensor<5xf32>
  %less = stablehlo.constant dense<-5.0> : tensor<5xf32>
  %5 = stablehlo.multiply %a, %less : tensor<5xf32>
  return %0, %4, %a, %5 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}
