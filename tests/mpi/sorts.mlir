// Sorts along dimensions in parts: of what all have each rank finds its window, where that is much shorter.
// RUN: sdyc kernels --ranks=8 %s | FileCheck %s --check-prefix=EIGHT
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s --check-prefix=TWO
// EIGHT: route window
// TWO-NOT: route window
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<20480xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %b: tensor<20480xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %c: tensor<3x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %d: tensor<1001xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<20480xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}, tensor<20480xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}, tensor<20480xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, tensor<20480xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, tensor<3x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, tensor<20480xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, tensor<1001xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  // NaN of both signs, zeros of both signs, and few different numbers.
  %root = stablehlo.sqrt %a : tensor<20480xf32>
  %minus = stablehlo.negate %root : tensor<20480xf32>
  %four = stablehlo.constant dense<4.0> : tensor<20480xf32>
  %more = stablehlo.multiply %a, %four : tensor<20480xf32>
  %step = stablehlo.round_nearest_even %more : tensor<20480xf32>
  %seven = stablehlo.constant dense<7> : tensor<20480xi32>
  %mod = stablehlo.remainder %b, %seven : tensor<20480xi32>
  %none = stablehlo.constant dense<0> : tensor<20480xi32>
  %some = stablehlo.constant dense<2> : tensor<20480xi32>
  %if0 = stablehlo.compare EQ, %mod, %none : (tensor<20480xi32>, tensor<20480xi32>) -> tensor<20480xi1>
  %if2 = stablehlo.compare EQ, %mod, %some : (tensor<20480xi32>, tensor<20480xi32>) -> tensor<20480xi1>
  %m0 = stablehlo.select %if0, %minus, %step : tensor<20480xi1>, tensor<20480xf32>
  %mixed = stablehlo.select %if2, %root, %m0 : tensor<20480xi1>, tensor<20480xf32>
  // By one key in which zeros and NaN are equal, and the places beside.
  %place = stablehlo.iota dim = 0 : tensor<20480xi32>
  %s0:2 = "stablehlo.sort"(%mixed, %place) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %p1: tensor<i32>, %q1: tensor<i32>):
    %zp = stablehlo.constant dense<0.0> : tensor<f32>
    %np = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ep = stablehlo.compare EQ, %p, %zp, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %kp = stablehlo.select %ep, %zp, %p : tensor<i1>, tensor<f32>
    %up = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cp = stablehlo.select %up, %np, %kp : tensor<i1>, tensor<f32>
    %zq = stablehlo.constant dense<0.0> : tensor<f32>
    %nq = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %eq = stablehlo.compare EQ, %q, %zq, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %kq = stablehlo.select %eq, %zq, %q : tensor<i1>, tensor<f32>
    %uq = stablehlo.compare NE, %q, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cq = stablehlo.select %uq, %nq, %kq : tensor<i1>, tensor<f32>
    %r = stablehlo.compare LT, %cp, %cq, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<20480xf32>, tensor<20480xi32>) -> (tensor<20480xf32>, tensor<20480xi32>)
  // By two keys, the second from the greatest on.
  %s1:2 = "stablehlo.sort"(%mod, %step) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %p1: tensor<f32>, %q1: tensor<f32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %next = stablehlo.compare GT, %p1, %q1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %both = stablehlo.and %same, %next : tensor<i1>
    %r = stablehlo.or %less, %both : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<20480xi32>, tensor<20480xf32>) -> (tensor<20480xi32>, tensor<20480xf32>)
  // Lines along another dimension.
  %s2 = "stablehlo.sort"(%c) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %zp = stablehlo.constant dense<0.0> : tensor<bf16>
    %np = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %ep = stablehlo.compare EQ, %p, %zp, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %kp = stablehlo.select %ep, %zp, %p : tensor<i1>, tensor<bf16>
    %up = stablehlo.compare NE, %p, %p, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %cp = stablehlo.select %up, %np, %kp : tensor<i1>, tensor<bf16>
    %zq = stablehlo.constant dense<0.0> : tensor<bf16>
    %nq = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %eq = stablehlo.compare EQ, %q, %zq, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %kq = stablehlo.select %eq, %zq, %q : tensor<i1>, tensor<bf16>
    %uq = stablehlo.compare NE, %q, %q, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %cq = stablehlo.select %uq, %nq, %kq : tensor<i1>, tensor<bf16>
    %r = stablehlo.compare GT, %cp, %cq, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<3x4096xbf16>) -> tensor<3x4096xbf16>
  // By a function that is no key.
  %s3 = "stablehlo.sort"(%step) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %near = stablehlo.add %p, %half : tensor<f32>
    %r = stablehlo.compare LT, %near, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<20480xf32>) -> tensor<20480xf32>
  // Parts that end in padding.
  %s4 = "stablehlo.sort"(%d) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.compare LT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<1001xf32>) -> tensor<1001xf32>
  return %s0#0, %s0#1, %s1#1, %s1#0, %s2, %s3, %s4 : tensor<20480xf32>, tensor<20480xi32>, tensor<20480xf32>, tensor<20480xi32>, tensor<3x4096xbf16>, tensor<20480xf32>, tensor<1001xf32>
}
