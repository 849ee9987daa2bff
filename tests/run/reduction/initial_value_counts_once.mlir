// What a reduction of several results begins with counts once, however the reduction is cut into chunks or into the parts of
// devices. It had counted once a chunk: 1,412,200 instead of 212,200.
// RUN: sdyc run %s -split-input-file
// RUN: sdyc run %s -split-input-file --storage=private
// RUN: sdyc run %s -split-input-file --jit=cc --threads=2
sdy.mesh @mesh = <["x"=4]>
func.func public @main() {
  %thousand = stablehlo.constant dense<1.0e3> : tensor<f32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %a = stablehlo.constant dense<1.0> : tensor<64x100x33xf32>
  %b = stablehlo.constant dense<2> : tensor<64x100x33xi32>
  %0:2 = stablehlo.optimization_barrier %thousand, %hundred : tensor<f32>, tensor<i32>
  %1:2 = stablehlo.optimization_barrier %a, %b : tensor<64x100x33xf32>, tensor<64x100x33xi32>
  %2:2 = stablehlo.reduce(%1#0 init: %0#0), (%1#1 init: %0#1) across dimensions = [0, 1, 2] : (tensor<64x100x33xf32>, tensor<64x100x33xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
    %5 = stablehlo.add %p, %q : tensor<f32>
    %6 = stablehlo.add %s, %r : tensor<i32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %2#0, dense<2.122e5> : tensor<f32>
  check.expect_eq_const %2#1, dense<422500> : tensor<i32>

  // Pairs that multiply like complex numbers, begun with i: the product of as many i.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %re = stablehlo.constant dense<0> : tensor<40001xi32>
  %im = stablehlo.constant dense<1> : tensor<40001xi32>
  %3:2 = stablehlo.optimization_barrier %re, %im : tensor<40001xi32>, tensor<40001xi32>
  %4:2 = stablehlo.reduce(%3#0 init: %zero), (%3#1 init: %one) across dimensions = [0] : (tensor<40001xi32>, tensor<40001xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
   reducer(%p: tensor<i32>, %q: tensor<i32>) (%r: tensor<i32>, %s: tensor<i32>) {
    %pq = stablehlo.multiply %p, %q : tensor<i32>
    %rs = stablehlo.multiply %r, %s : tensor<i32>
    %ps = stablehlo.multiply %p, %s : tensor<i32>
    %qr = stablehlo.multiply %q, %r : tensor<i32>
    %x = stablehlo.subtract %pq, %rs : tensor<i32>
    %y = stablehlo.add %ps, %qr : tensor<i32>
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %4#0, dense<-1> : tensor<i32>
  check.expect_eq_const %4#1, dense<0> : tensor<i32>
  return
}

// -----

// The same along what four devices have parts of.
sdy.mesh @mesh = <["x"=4]>
func.func public @main() {
  %thousand = stablehlo.constant dense<1.0e3> : tensor<f32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %a = stablehlo.constant dense<1.0> : tensor<64x3300xf32>
  %b = stablehlo.constant dense<2> : tensor<64x3300xi32>
  %0:2 = stablehlo.optimization_barrier %thousand, %hundred : tensor<f32>, tensor<i32>
  %1:2 = stablehlo.optimization_barrier %a, %b : tensor<64x3300xf32>, tensor<64x3300xi32>
  %c = sdy.sharding_constraint %1#0 <@mesh, [{"x"}, {}]> : tensor<64x3300xf32>
  %d = sdy.sharding_constraint %1#1 <@mesh, [{"x"}, {}]> : tensor<64x3300xi32>
  %2:2 = stablehlo.reduce(%c init: %0#0), (%d init: %0#1) across dimensions = [0, 1] : (tensor<64x3300xf32>, tensor<64x3300xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
    %5 = stablehlo.add %p, %q : tensor<f32>
    %6 = stablehlo.add %s, %r : tensor<i32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %2#0, dense<2.122e5> : tensor<f32>
  check.expect_eq_const %2#1, dense<422500> : tensor<i32>
  return
}
