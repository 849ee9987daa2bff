// A long line is sorted in pieces, and sorted runs are merged, by tasks whose number follows from the length alone: it is
// in order, equal elements stay in theirs, and the bits are the same for any number of threads.
// RUN: sdyc run %s --input=300000xi32=random:3 --threads=1 > %t.1
// RUN: sdyc run %s --input=300000xi32=random:3 --threads=2 > %t.2
// RUN: sdyc run %s --input=300000xi32=random:3 --threads=3 > %t.3
// RUN: sdyc run %s --input=300000xi32=random:3 --threads=7 > %t.7
// RUN: sdyc run %s --input=300000xi32=random:3 --threads=16 > %t.16
// RUN: sdyc run %s --input=300000xi32=random:3 --threads=64 > %t.64
// RUN: cmp %t.1 %t.2
// RUN: cmp %t.1 %t.3
// RUN: cmp %t.1 %t.7
// RUN: cmp %t.1 %t.16
// RUN: cmp %t.1 %t.64
func.func public @main(%a: tensor<300000xi32>) -> (tensor<300000xi32>, tensor<300000xi32>) {
  %mask = stablehlo.constant dense<4095> : tensor<300000xi32>
  %key = stablehlo.and %a, %mask : tensor<300000xi32>
  %place = stablehlo.iota dim = 0 : tensor<300000xi32>
  %0:2 = "stablehlo.sort"(%key, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %u: tensor<i32>, %v: tensor<i32>):
    %less = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<300000xi32>, tensor<300000xi32>) -> (tensor<300000xi32>, tensor<300000xi32>)
  %before = stablehlo.slice %0#0 [0:299999] : (tensor<300000xi32>) -> tensor<299999xi32>
  %after = stablehlo.slice %0#0 [1:300000] : (tensor<300000xi32>) -> tensor<299999xi32>
  %p = stablehlo.slice %0#1 [0:299999] : (tensor<300000xi32>) -> tensor<299999xi32>
  %q = stablehlo.slice %0#1 [1:300000] : (tensor<300000xi32>) -> tensor<299999xi32>
  %falls = stablehlo.compare GT, %before, %after, SIGNED : (tensor<299999xi32>, tensor<299999xi32>) -> tensor<299999xi1>
  %same = stablehlo.compare EQ, %before, %after, SIGNED : (tensor<299999xi32>, tensor<299999xi32>) -> tensor<299999xi1>
  %stays = stablehlo.compare LT, %p, %q, SIGNED : (tensor<299999xi32>, tensor<299999xi32>) -> tensor<299999xi1>
  %both = stablehlo.and %same, %stays : tensor<299999xi1>
  %good = stablehlo.or %falls, %both : tensor<299999xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%good init: %true) applies stablehlo.and across dimensions = [0] : (tensor<299999xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %all, dense<true> : tensor<i1>
  return %0#0, %0#1 : tensor<300000xi32>, tensor<300000xi32>
}
