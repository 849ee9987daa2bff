// Copies to results of 16 MB and more, which are written past the caches: parts of a concatenation whose runs begin
// anywhere, a permutation of runs, a slice; and what is moved before an update.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=2
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %index = stablehlo.iota dim = 0 : tensor<4194304xi32>
  %all = stablehlo.constant dense<true> : tensor<i1>
  %narrow = stablehlo.slice %index [0:1048576] : (tensor<4194304xi32>) -> tensor<1048576xi32>
  %left = stablehlo.reshape %narrow : (tensor<1048576xi32>) -> tensor<2048x512xi32>
  %other = stablehlo.slice %index [1048576:4192256] : (tensor<4194304xi32>) -> tensor<3143680xi32>
  %right = stablehlo.reshape %other : (tensor<3143680xi32>) -> tensor<2048x1535xi32>
  %one = stablehlo.slice %index [0:2048] : (tensor<4194304xi32>) -> tensor<2048xi32>
  %edge = stablehlo.reshape %one : (tensor<2048xi32>) -> tensor<2048x1xi32>
  %l, %r, %e = stablehlo.optimization_barrier %left, %right, %edge : tensor<2048x512xi32>, tensor<2048x1535xi32>, tensor<2048x1xi32>
  %joined = stablehlo.concatenate %e, %r, %l, dim = 1 : (tensor<2048x1xi32>, tensor<2048x1535xi32>, tensor<2048x512xi32>) -> tensor<2048x2048xi32>
  %whole = stablehlo.optimization_barrier %joined : tensor<2048x2048xi32>
  %r_back = stablehlo.slice %whole [0:2048, 1:1536] : (tensor<2048x2048xi32>) -> tensor<2048x1535xi32>
  %r_is = stablehlo.compare EQ, %r_back, %right : (tensor<2048x1535xi32>, tensor<2048x1535xi32>) -> tensor<2048x1535xi1>
  %r_all = stablehlo.reduce(%r_is init: %all) applies stablehlo.and across dimensions = [0, 1] : (tensor<2048x1535xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %r_all, dense<true> : tensor<i1>
  %l_back = stablehlo.slice %whole [0:2048, 1536:2048] : (tensor<2048x2048xi32>) -> tensor<2048x512xi32>
  %l_is = stablehlo.compare EQ, %l_back, %left : (tensor<2048x512xi32>, tensor<2048x512xi32>) -> tensor<2048x512xi1>
  %l_all = stablehlo.reduce(%l_is init: %all) applies stablehlo.and across dimensions = [0, 1] : (tensor<2048x512xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %l_all, dense<true> : tensor<i1>
  %e_back = stablehlo.slice %whole [0:2048, 0:1] : (tensor<2048x2048xi32>) -> tensor<2048x1xi32>
  check.expect_eq %e_back, %edge : tensor<2048x1xi32>

  %heads = stablehlo.reshape %index : (tensor<4194304xi32>) -> tensor<16x256x16x64xi32>
  %h = stablehlo.optimization_barrier %heads : tensor<16x256x16x64xi32>
  %turned = stablehlo.transpose %h, dims = [0, 2, 1, 3] : (tensor<16x256x16x64xi32>) -> tensor<16x16x256x64xi32>
  %t = stablehlo.optimization_barrier %turned : tensor<16x16x256x64xi32>
  %back = stablehlo.transpose %t, dims = [0, 2, 1, 3] : (tensor<16x16x256x64xi32>) -> tensor<16x256x16x64xi32>
  %b = stablehlo.optimization_barrier %back : tensor<16x256x16x64xi32>
  %b_is = stablehlo.compare EQ, %b, %heads : (tensor<16x256x16x64xi32>, tensor<16x256x16x64xi32>) -> tensor<16x256x16x64xi1>
  %b_all = stablehlo.reduce(%b_is init: %all) applies stablehlo.and across dimensions = [0, 1, 2, 3] : (tensor<16x256x16x64xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %b_all, dense<true> : tensor<i1>
  %row = stablehlo.slice %t [3:4, 5:6, 7:8, 0:64] : (tensor<16x16x256x64xi32>) -> tensor<1x1x1x64xi32>
  %place = stablehlo.reshape %row : (tensor<1x1x1x64xi32>) -> tensor<64xi32>
  %first = stablehlo.slice %place [0:1] : (tensor<64xi32>) -> tensor<1xi32>
  check.expect_eq_const %first, dense<[793920]> : tensor<1xi32>

  %zero = stablehlo.constant dense<0> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<1xi32>
  %matrix = stablehlo.optimization_barrier %index : tensor<4194304xi32>
  %updated = stablehlo.dynamic_update_slice %matrix, %minus, %zero : (tensor<4194304xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4194304xi32>
  %u, %m = stablehlo.optimization_barrier %updated, %matrix : tensor<4194304xi32>, tensor<4194304xi32>
  %changed = stablehlo.compare NE, %u, %m : (tensor<4194304xi32>, tensor<4194304xi32>) -> tensor<4194304xi1>
  %ones = stablehlo.convert %changed : (tensor<4194304xi1>) -> tensor<4194304xi32>
  %count = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4194304xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %count, dense<1> : tensor<i32>
  return
}
