// A long line is cut into parts, which are tasks: by digits of keys of 32 and 64 bits, by a function,
// and the first few. The keys are 0 to 99,999 in another order, so place i ends where i is the key.
// RUN: sdyc run %s --threads=1
// RUN: sdyc run %s --threads=3
func.func public @main() {
  %place = stablehlo.iota dim = 0 : tensor<100000xi32>
  %step = stablehlo.constant dense<77777> : tensor<100000xi64>
  %size = stablehlo.constant dense<100000> : tensor<100000xi64>
  %wide = stablehlo.convert %place : (tensor<100000xi32>) -> tensor<100000xi64>
  %far = stablehlo.multiply %wide, %step : tensor<100000xi64>
  %mixed = stablehlo.remainder %far, %size : tensor<100000xi64>
  %keys = stablehlo.convert %mixed : (tensor<100000xi64>) -> tensor<100000xi32>
  %floats = stablehlo.convert %mixed : (tensor<100000xi64>) -> tensor<100000xf32>

  %0 = "stablehlo.sort"(%keys) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<100000xi32>) -> tensor<100000xi32>
  check.expect_eq %0, %place : tensor<100000xi32>

  %1:2 = "stablehlo.sort"(%mixed, %keys) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i32>, %d: tensor<i32>):
    %e = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %e : tensor<i1>
  }) : (tensor<100000xi64>, tensor<100000xi32>) -> (tensor<100000xi64>, tensor<100000xi32>)
  check.expect_eq %1#0, %wide : tensor<100000xi64>
  check.expect_eq %1#1, %place : tensor<100000xi32>

  // Two numbers of one sort are compared by their difference, which is no key.
  %2 = "stablehlo.sort"(%floats) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %difference = stablehlo.subtract %a, %b : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.compare LT, %difference, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<100000xf32>) -> tensor<100000xf32>
  %sorted = stablehlo.convert %2 : (tensor<100000xf32>) -> tensor<100000xi32>
  check.expect_eq %sorted, %place : tensor<100000xi32>

  // All keys are equal: elements stay where they are.
  %same = stablehlo.constant dense<7> : tensor<100000xi32>
  %3:2 = "stablehlo.sort"(%same, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %e = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %e : tensor<i1>
  }) : (tensor<100000xi32>, tensor<100000xi32>) -> (tensor<100000xi32>, tensor<100000xi32>)
  check.expect_eq %3#1, %place : tensor<100000xi32>

  %4, %5 = chlo.top_k(%floats, k = 3) : tensor<100000xf32> -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %4, dense<[99999.0, 99998.0, 99997.0]> : tensor<3xf32>
  return
}
