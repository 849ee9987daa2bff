// How --value names a value.
// RUN: sdyc explain %s --value=%9:12 | FileCheck %s --check-prefix=LINE
// RUN: sdyc explain %s --value=9:15 | FileCheck %s --check-prefix=SECOND
// RUN: sdyc explain %s --value=%arg0 | FileCheck %s --check-prefix=ARGUMENT
// RUN: sdyc explain %s --value=@main:arg0 | FileCheck %s --check-prefix=ARGUMENT
// RUN: sdyc explain %s --value=@relu:%0 | FileCheck %s --check-prefix=FUNCTION
// RUN: sdyc explain %s --value=@relu:0 | FileCheck %s --check-prefix=RESULT
// RUN: sdyc explain %s --value='%2#1' | FileCheck %s --check-prefix=NUMBER
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %n: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %1 = "stablehlo.case"(%n) ({
    %9 = stablehlo.negate %a : tensor<8xf32>
    stablehlo.return %9 : tensor<8xf32>
  }, {
    %9 = stablehlo.sine %a : tensor<8xf32>
    stablehlo.return %9 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %2:2 = stablehlo.optimization_barrier %1, %a : tensor<8xf32>, tensor<8xf32>
  %3 = func.call @relu(%2#1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2#0, %3 : tensor<8xf32>, tensor<8xf32>
}
func.func private @relu(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// LINE: %9:12: tensor<8xf32>, result of stablehlo.negate
// SECOND: %9:15: tensor<8xf32>, result of stablehlo.sine
// ARGUMENT: %a: tensor<8xf32>, argument 0 of @main
// FUNCTION: @relu:%0: tensor<8xf32>, result of stablehlo.tanh
// RESULT: @relu:0: tensor<8xf32>, result 0 of @relu
// NUMBER: %2#1: tensor<8xf32>, result of stablehlo.optimization_barrier

// What names nothing says what does.
// RUN: not sdyc explain %s --value=%9 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not sdyc explain %s --value=%2 2>&1 | FileCheck %s --check-prefix=WHICH
// RUN: not sdyc explain %s --value=%33 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not sdyc explain %s --value=%b 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not sdyc explain %s --value=@relu:%1 2>&1 | FileCheck %s --check-prefix=HERE
// RUN: not sdyc explain %s --value=@rela:0 2>&1 | FileCheck %s --check-prefix=NOFUNCTION
// RUN: not sdyc explain %s --value=@main:7 2>&1 | FileCheck %s --check-prefix=NORESULT
// SEVERAL: error: --value: '%9' is one of several: write %9:12, %9:15
// WHICH: error: --value: '%2' has several results: write %2#0 to %2#1
// NEAR: error: --value: no value is called '%33'; did you mean '%3'?
// FAR: error: --value: no value is called '%b'; there are %a, {{.*}}, ...
// HERE: error: --value: no value of @relu is called '%1'; there are %a, %0, @relu:0
// NOFUNCTION: error: --value: no function is called '@rela'; did you mean '@relu'?
// NORESULT: error: --value: '@main:7' is nothing: @main has 2 tensor arguments (@main:arg0, ...) and 2 tensor results (@main:0, ...); @main:%NAME is a value in it

// A page has all values in it; -o is where to.
// RUN: sdyc explain %s --html -o %t.html && grep -c 'id="program"' %t.html | FileCheck %s --check-prefix=PAGE
// RUN: not sdyc explain %s --html --json 2>&1 | FileCheck %s --check-prefix=BOTH
// PAGE: 1
// BOTH: error: --html shows all values: it goes without --json and --value
