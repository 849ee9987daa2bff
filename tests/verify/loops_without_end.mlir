// A loop whose counter stands still, or runs the wrong way, is not evaluated to an end: what its condition goes by is, alone, and it is
// refuted where that turns far more often than the global program's loops. A partition with a loop more than the global program is none such.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --evaluate %s %t.parts | FileCheck %s
// RUN: sed 's/stablehlo.add %iterArg, /stablehlo.subtract %iterArg, /' %t.parts > %t.back
// RUN: not cmp -s %t.parts %t.back
// RUN: not sdyc verify --quiet --seconds=20 %s %t.back | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/dense<3> : tensor<i32>/dense<0> : tensor<i32>/' %t.parts > %t.still
// RUN: not cmp -s %t.parts %t.still
// RUN: not sdyc verify --quiet --seconds=20 %s %t.still | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/^    return %0#1 : tensor<4xf32>/    %n = stablehlo.constant dense<0> : tensor<i32>\n    %one = stablehlo.constant dense<1> : tensor<i32>\n    %most = stablehlo.constant dense<900> : tensor<i32>\n    %more:2 = stablehlo.while(%k = %n, %v = %0#1) : tensor<i32>, tensor<4xf32>\n    cond {\n      %goes = stablehlo.compare LT, %k, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>\n      stablehlo.return %goes : tensor<i1>\n    } do {\n      %j = stablehlo.add %k, %one : tensor<i32>\n      %m = stablehlo.negate %v : tensor<4xf32>\n      stablehlo.return %j, %m : tensor<i32>, tensor<4xf32>\n    }\n    return %more#1 : tensor<4xf32>/' %t.parts > %t.more
// RUN: not cmp -s %t.parts %t.more
// RUN: sdyc verify --quiet %s %t.more | FileCheck %s
// CHECK: proved by evaluation
// WRONG: refuted: stablehlo.while: it turns more than {{[0-9]+}} times
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %zero, %iterArg_0 = %a) : tensor<i32>, tensor<8xf32>
  cond {
    %end = stablehlo.constant dense<30> : tensor<i32>
    %1 = stablehlo.compare LT, %iterArg, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %step = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.add %iterArg, %step : tensor<i32>
    %2 = stablehlo.cosine %iterArg_0 : tensor<8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
