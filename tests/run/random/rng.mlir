// Numbers of a distribution: in its range, with its mean and variance, the same in every run.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
func.func private @moments(%x: tensor<40000xf64>) -> (tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %count = stablehlo.constant dense<40000.0> : tensor<f64>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<40000xf64>, tensor<f64>) -> tensor<f64>
  %mean = stablehlo.divide %sum, %count : tensor<f64>
  %means = stablehlo.broadcast_in_dim %mean, dims = [] : (tensor<f64>) -> tensor<40000xf64>
  %d = stablehlo.subtract %x, %means : tensor<40000xf64>
  %d2 = stablehlo.multiply %d, %d : tensor<40000xf64>
  %sum2 = stablehlo.reduce(%d2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<40000xf64>, tensor<f64>) -> tensor<f64>
  %variance = stablehlo.divide %sum2, %count : tensor<f64>
  return %mean, %variance : tensor<f64>, tensor<f64>
}
func.func private @least(%x: tensor<40000xf64>) -> tensor<f64> {
  %most = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %0 = stablehlo.reduce(%x init: %most) applies stablehlo.minimum across dimensions = [0] : (tensor<40000xf64>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}
func.func private @greatest(%x: tensor<40000xf64>) -> tensor<f64> {
  %least = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<40000xf64>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}
func.func public @main() {
  %shape = stablehlo.constant dense<40000> : tensor<1xi64>
  %a = stablehlo.constant dense<-1.0> : tensor<f32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  // Uniform from -1 to 3: mean 1, variance 4/3.
  %u = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<40000xf32>
  %u64 = stablehlo.convert %u : (tensor<40000xf32>) -> tensor<40000xf64>
  %um:2 = call @moments(%u64) : (tensor<40000xf64>) -> (tensor<f64>, tensor<f64>)
  %e1 = stablehlo.constant dense<1.0> : tensor<f64>
  check.expect_almost_eq %um#0, %e1, tolerance = 0.03 : tensor<f64>
  %e2 = stablehlo.constant dense<1.3333333> : tensor<f64>
  check.expect_almost_eq %um#1, %e2, tolerance = 0.03 : tensor<f64>
  %ul = call @least(%u64) : (tensor<40000xf64>) -> tensor<f64>
  %ug = call @greatest(%u64) : (tensor<40000xf64>) -> tensor<f64>
  %e3 = stablehlo.constant dense<-0.999> : tensor<f64>
  check.expect_almost_eq %ul, %e3, tolerance = 0.001 : tensor<f64>
  %e4 = stablehlo.constant dense<2.999> : tensor<f64>
  check.expect_almost_eq %ug, %e4, tolerance = 0.00099999 : tensor<f64>
  // Normal, of mean -1 and standard deviation 3.
  %n = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<40000xf32>
  %n64 = stablehlo.convert %n : (tensor<40000xf32>) -> tensor<40000xf64>
  %nm:2 = call @moments(%n64) : (tensor<40000xf64>) -> (tensor<f64>, tensor<f64>)
  %e5 = stablehlo.constant dense<-1.0> : tensor<f64>
  check.expect_almost_eq %nm#0, %e5, tolerance = 0.05 : tensor<f64>
  %e6 = stablehlo.constant dense<9.0> : tensor<f64>
  check.expect_almost_eq %nm#1, %e6, tolerance = 0.3 : tensor<f64>
  // The same in doubles: the standard one.
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %d = stablehlo.rng %zero, %one, %shape, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<40000xf64>
  %dm:2 = call @moments(%d) : (tensor<40000xf64>) -> (tensor<f64>, tensor<f64>)
  %e7 = stablehlo.constant dense<0.0> : tensor<f64>
  check.expect_almost_eq %dm#0, %e7, tolerance = 0.02 : tensor<f64>
  %e8 = stablehlo.constant dense<1.0> : tensor<f64>
  check.expect_almost_eq %dm#1, %e8, tolerance = 0.03 : tensor<f64>
  // Integers from -3 to 3: the upper bound is not among them.
  %low = stablehlo.constant dense<-3> : tensor<i8>
  %high = stablehlo.constant dense<4> : tensor<i8>
  %i = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<40000xi8>
  %i64 = stablehlo.convert %i : (tensor<40000xi8>) -> tensor<40000xf64>
  %im:2 = call @moments(%i64) : (tensor<40000xf64>) -> (tensor<f64>, tensor<f64>)
  %e9 = stablehlo.constant dense<0.0> : tensor<f64>
  check.expect_almost_eq %im#0, %e9, tolerance = 0.05 : tensor<f64>
  %e10 = stablehlo.constant dense<4.0> : tensor<f64>
  check.expect_almost_eq %im#1, %e10, tolerance = 0.1 : tensor<f64>
  %il = call @least(%i64) : (tensor<40000xf64>) -> tensor<f64>
  %ig = call @greatest(%i64) : (tensor<40000xf64>) -> tensor<f64>
  %e11 = stablehlo.constant dense<-3.0> : tensor<f64>
  check.expect_almost_eq %il, %e11, tolerance = 0.0 : tensor<f64>
  %e12 = stablehlo.constant dense<3.0> : tensor<f64>
  check.expect_almost_eq %ig, %e12, tolerance = 0.0 : tensor<f64>
  // A type of few digits stays below its upper bound.
  %h0 = stablehlo.constant dense<1.0> : tensor<bf16>
  %h1 = stablehlo.constant dense<2.0> : tensor<bf16>
  %h = stablehlo.rng %h0, %h1, %shape, distribution = UNIFORM : (tensor<bf16>, tensor<bf16>, tensor<1xi64>) -> tensor<40000xbf16>
  %h64 = stablehlo.convert %h : (tensor<40000xbf16>) -> tensor<40000xf64>
  %hl = call @least(%h64) : (tensor<40000xf64>) -> tensor<f64>
  %hg = call @greatest(%h64) : (tensor<40000xf64>) -> tensor<f64>
  %e13 = stablehlo.constant dense<1.0> : tensor<f64>
  check.expect_almost_eq %hl, %e13, tolerance = 0.0 : tensor<f64>
  %e14 = stablehlo.constant dense<1.9921875> : tensor<f64>
  check.expect_almost_eq %hg, %e14, tolerance = 0.0 : tensor<f64>
  // Two operations are two sequences, of any shape.
  %square = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %p = stablehlo.rng %low, %high, %square, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<2xi64>) -> tensor<3x4xi8>
  check.expect_eq_const %p, dense<[[3, 3, 0, 1], [2, -2, -3, -2], [-3, -1, 1, 2]]> : tensor<3x4xi8>
  return
}
