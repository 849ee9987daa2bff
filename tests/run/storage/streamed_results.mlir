// Results of 16 MB and more that are computed go past the caches: by the function that computes them, or as strips that are
// moved; of odd lengths, in rows that begin anywhere, narrow, and a broadcast. What is read on other threads is all there.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --threads=2 --jit=cc
// RUN: SDYRT_ISA=avx2 sdyc run %s --threads=2
func.func public @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %index = stablehlo.iota dim = 0 : tensor<4200003xi32>
  %x = stablehlo.optimization_barrier %index : tensor<4200003xi32>

  %one = stablehlo.constant dense<1> : tensor<4200003xi32>
  %more = stablehlo.add %x, %one : tensor<4200003xi32>
  %a = stablehlo.optimization_barrier %more : tensor<4200003xi32>
  %aback = stablehlo.subtract %a, %one : tensor<4200003xi32>
  %ad = stablehlo.compare NE, %aback, %index : (tensor<4200003xi32>, tensor<4200003xi32>) -> tensor<4200003xi1>
  %ai = stablehlo.convert %ad : (tensor<4200003xi1>) -> tensor<4200003xi32>
  %an = stablehlo.reduce(%ai init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4200003xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %an, dense<0> : tensor<i32>

  // Many operations: a function of machine code, where there is AVX-512.
  %k = stablehlo.constant dense<73244475> : tensor<4200003xi32>
  %s = stablehlo.constant dense<16> : tensor<4200003xi32>
  %h0 = stablehlo.shift_right_logical %x, %s : tensor<4200003xi32>
  %h1 = stablehlo.xor %h0, %x : tensor<4200003xi32>
  %h2 = stablehlo.multiply %h1, %k : tensor<4200003xi32>
  %h3 = stablehlo.shift_right_logical %h2, %s : tensor<4200003xi32>
  %h4 = stablehlo.xor %h3, %h2 : tensor<4200003xi32>
  %h5 = stablehlo.multiply %h4, %k : tensor<4200003xi32>
  %h6 = stablehlo.xor %h5, %one : tensor<4200003xi32>
  %b = stablehlo.optimization_barrier %h6 : tensor<4200003xi32>
  %g0 = stablehlo.shift_right_logical %index, %s : tensor<4200003xi32>
  %g1 = stablehlo.xor %g0, %index : tensor<4200003xi32>
  %g2 = stablehlo.multiply %g1, %k : tensor<4200003xi32>
  %g3 = stablehlo.shift_right_logical %g2, %s : tensor<4200003xi32>
  %g4 = stablehlo.xor %g3, %g2 : tensor<4200003xi32>
  %g5 = stablehlo.multiply %g4, %k : tensor<4200003xi32>
  %g6 = stablehlo.xor %g5, %one : tensor<4200003xi32>
  %bd = stablehlo.compare NE, %b, %g6 : (tensor<4200003xi32>, tensor<4200003xi32>) -> tensor<4200003xi1>
  %bi = stablehlo.convert %bd : (tensor<4200003xi1>) -> tensor<4200003xi32>
  %bn = stablehlo.reduce(%bi init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4200003xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %bn, dense<0> : tensor<i32>

  // Rows of a larger result, which begin anywhere: a pad is written as it is computed.
  %small = stablehlo.iota dim = 0 : tensor<4194303xi32>
  %m = stablehlo.reshape %small : (tensor<4194303xi32>) -> tensor<2047x2049xi32>
  %mb = stablehlo.optimization_barrier %m : tensor<2047x2049xi32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %p = stablehlo.pad %mb, %minus, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<2047x2049xi32>, tensor<i32>) -> tensor<2049x2051xi32>
  %c = stablehlo.optimization_barrier %p : tensor<2049x2051xi32>
  %cut = stablehlo.slice %c [1:2048, 1:2050] : (tensor<2049x2051xi32>) -> tensor<2047x2049xi32>
  %cd = stablehlo.compare NE, %cut, %m : (tensor<2047x2049xi32>, tensor<2047x2049xi32>) -> tensor<2047x2049xi1>
  %ci = stablehlo.convert %cd : (tensor<2047x2049xi1>) -> tensor<2047x2049xi32>
  %cn = stablehlo.reduce(%ci init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2047x2049xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %cn, dense<0> : tensor<i32>
  %edge = stablehlo.slice %c [0:1, 0:2051] : (tensor<2049x2051xi32>) -> tensor<1x2051xi32>
  %edges = stablehlo.constant dense<-1> : tensor<1x2051xi32>
  check.expect_eq %edge, %edges : tensor<1x2051xi32>

  // Of a type that is computed in another one: multiples of 4 below 512.
  %wide = stablehlo.iota dim = 0 : tensor<8400005xi32>
  %low = stablehlo.constant dense<127> : tensor<8400005xi32>
  %and = stablehlo.and %wide, %low : tensor<8400005xi32>
  %f = stablehlo.convert %and : (tensor<8400005xi32>) -> tensor<8400005xbf16>
  %fb = stablehlo.optimization_barrier %f : tensor<8400005xbf16>
  %two = stablehlo.constant dense<4.0> : tensor<8400005xbf16>
  %four = stablehlo.multiply %fb, %two : tensor<8400005xbf16>
  %d = stablehlo.optimization_barrier %four : tensor<8400005xbf16>
  %quarter = stablehlo.constant dense<0.25> : tensor<8400005xbf16>
  %dback = stablehlo.multiply %d, %quarter : tensor<8400005xbf16>
  %di = stablehlo.convert %dback : (tensor<8400005xbf16>) -> tensor<8400005xi32>
  %ed = stablehlo.compare NE, %di, %and : (tensor<8400005xi32>, tensor<8400005xi32>) -> tensor<8400005xi1>
  %ei = stablehlo.convert %ed : (tensor<8400005xi1>) -> tensor<8400005xi32>
  %en = stablehlo.reduce(%ei init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8400005xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %en, dense<0> : tensor<i32>

  // Rows and columns of a product of one by one.
  %row = stablehlo.iota dim = 0 : tensor<2100xf32>
  %column = stablehlo.iota dim = 0 : tensor<2003xf32>
  %rb, %cb = stablehlo.optimization_barrier %row, %column : tensor<2100xf32>, tensor<2003xf32>
  %o0 = stablehlo.broadcast_in_dim %rb, dims = [0] : (tensor<2100xf32>) -> tensor<2100x2003xf32>
  %o1 = stablehlo.broadcast_in_dim %cb, dims = [1] : (tensor<2003xf32>) -> tensor<2100x2003xf32>
  %o2 = stablehlo.multiply %o0, %o1 : tensor<2100x2003xf32>
  %w0 = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<2100xf32>) -> tensor<2100x2003xf32>
  %w1 = stablehlo.broadcast_in_dim %column, dims = [1] : (tensor<2003xf32>) -> tensor<2100x2003xf32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<2100x2003xf32>
  %o = stablehlo.optimization_barrier %o2 : tensor<2100x2003xf32>
  %od = stablehlo.compare NE, %o, %w2 : (tensor<2100x2003xf32>, tensor<2100x2003xf32>) -> tensor<2100x2003xi1>
  %oi = stablehlo.convert %od : (tensor<2100x2003xi1>) -> tensor<2100x2003xi32>
  %on = stablehlo.reduce(%oi init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2100x2003xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %on, dense<0> : tensor<i32>
  return
}
