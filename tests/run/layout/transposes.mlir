// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
// Copies between orders of dimensions that no cache holds are the runtime's.
func.func public @main() {
  %a = stablehlo.iota dim = 0 : tensor<50000xi32>
  %held = stablehlo.optimization_barrier %a : tensor<50000xi32>
  %m = stablehlo.reshape %held : (tensor<50000xi32>) -> tensor<250x200xi32>
  %b = stablehlo.transpose %m, dims = [1, 0] : (tensor<250x200xi32>) -> tensor<200x250xi32>
  %r = stablehlo.reshape %b : (tensor<200x250xi32>) -> tensor<50000xi32>
  %q = stablehlo.iota dim = 0 : tensor<200x250xi32>
  %p = stablehlo.iota dim = 1 : tensor<200x250xi32>
  %n = stablehlo.constant dense<200> : tensor<200x250xi32>
  %pn = stablehlo.multiply %p, %n : tensor<200x250xi32>
  %e = stablehlo.add %pn, %q : tensor<200x250xi32>
  %f = stablehlo.reshape %e : (tensor<200x250xi32>) -> tensor<50000xi32>
  check.expect_eq %r, %f : tensor<50000xi32>
  // In a part of a larger tensor.
  %c = stablehlo.concatenate %e, %b, dim = 1 : (tensor<200x250xi32>, tensor<200x250xi32>) -> tensor<200x500xi32>
  %d = stablehlo.slice %c [0:200, 250:500] : (tensor<200x500xi32>) -> tensor<200x250xi32>
  check.expect_eq %d, %e : tensor<200x250xi32>
  return
}
