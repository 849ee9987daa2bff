// The first few of long lines: selected, whatever ties, along any dimension, by one key and by two.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  // 0, 1, ..., 96, 0, 1, ...: the largest is 96, at 96, 193, 290, ...
  %i = stablehlo.iota dim = 1 : tensor<2x2000xi32>
  %period = stablehlo.constant dense<97> : tensor<2x2000xi32>
  %x = stablehlo.remainder %i, %period : tensor<2x2000xi32>
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x2000xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %0#0, dense<96> : tensor<2x3xi32>
  check.expect_eq_const %0#1, dense<[[96, 193, 290], [96, 193, 290]]> : tensor<2x3xi32>
  // Floats, of which one is NaN: NaN is the greatest, then infinity.
  %f = stablehlo.convert %x : (tensor<2x2000xi32>) -> tensor<2x2000xbf16>
  %nan = stablehlo.constant dense<[[0x7FC0, 0x7F80], [0xFFC0, 0x8000]]> : tensor<2x2xbf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %at = stablehlo.constant dense<1000> : tensor<i32>
  %g = stablehlo.dynamic_update_slice %f, %nan, %zero, %at : (tensor<2x2000xbf16>, tensor<2x2xbf16>, tensor<i32>, tensor<i32>) -> tensor<2x2000xbf16>
  %1:2 = chlo.top_k(%g, k = 3) : tensor<2x2000xbf16> -> (tensor<2x3xbf16>, tensor<2x3xi32>)
  check.expect_eq_const %1#1, dense<[[1000, 1001, 96], [96, 193, 290]]> : tensor<2x3xi32>
  // A sort by two keys, ascending, of which two slices take a part; the outer dimension is sorted.
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2000xi32>) -> tensor<2000x2xi32>
  %j = stablehlo.iota dim = 0 : tensor<2000x2xi64>
  %s:2 = "stablehlo.sort"(%t, %j) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i64>, %d: tensor<i64>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %later = stablehlo.compare GT, %c, %d : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %p = stablehlo.and %tie, %later : tensor<i1>
    %q = stablehlo.or %less, %p : tensor<i1>
    stablehlo.return %q : tensor<i1>
  }) : (tensor<2000x2xi32>, tensor<2000x2xi64>) -> (tensor<2000x2xi32>, tensor<2000x2xi64>)
  %first = stablehlo.slice %s#0 [20:23, 0:2] : (tensor<2000x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %first, dense<[[0, 0], [1, 1], [1, 1]]> : tensor<3x2xi32>
  %second = stablehlo.slice %s#1 [0:5:2, 1:2] : (tensor<2000x2xi64>) -> tensor<3x1xi64>
  check.expect_eq_const %second, dense<[[1940], [1746], [1552]]> : tensor<3x1xi64>
  return
}
