// Rows of a result that many statements store pieces of are taken some at a time; of 4 KB, and of lengths that no number of rows
// divides.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: SDYRT_ISA=avx2 sdyc run %s
func.func public @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ai = stablehlo.iota dim = 0 : tensor<203x37xi32>
  %aj = stablehlo.iota dim = 1 : tensor<203x37xi32>
  %aw = stablehlo.constant dense<37> : tensor<203x37xi32>
  %am = stablehlo.multiply %ai, %aw : tensor<203x37xi32>
  %an = stablehlo.add %am, %aj : tensor<203x37xi32>
  %astep = stablehlo.constant dense<7511> : tensor<203x37xi32>
  %as0 = stablehlo.optimization_barrier %an : tensor<203x37xi32>
  %ap1 = stablehlo.add %as0, %astep : tensor<203x37xi32>
  %as1 = stablehlo.optimization_barrier %ap1 : tensor<203x37xi32>
  %ap2 = stablehlo.add %as1, %astep : tensor<203x37xi32>
  %as2 = stablehlo.optimization_barrier %ap2 : tensor<203x37xi32>
  %ap3 = stablehlo.add %as2, %astep : tensor<203x37xi32>
  %as3 = stablehlo.optimization_barrier %ap3 : tensor<203x37xi32>
  %ap4 = stablehlo.add %as3, %astep : tensor<203x37xi32>
  %as4 = stablehlo.optimization_barrier %ap4 : tensor<203x37xi32>
  %ap5 = stablehlo.add %as4, %astep : tensor<203x37xi32>
  %as5 = stablehlo.optimization_barrier %ap5 : tensor<203x37xi32>
  %ap6 = stablehlo.add %as5, %astep : tensor<203x37xi32>
  %as6 = stablehlo.optimization_barrier %ap6 : tensor<203x37xi32>
  %ap7 = stablehlo.add %as6, %astep : tensor<203x37xi32>
  %as7 = stablehlo.optimization_barrier %ap7 : tensor<203x37xi32>
  %ap8 = stablehlo.add %as7, %astep : tensor<203x37xi32>
  %as8 = stablehlo.optimization_barrier %ap8 : tensor<203x37xi32>
  %ap9 = stablehlo.add %as8, %astep : tensor<203x37xi32>
  %as9 = stablehlo.optimization_barrier %ap9 : tensor<203x37xi32>
  %ap10 = stablehlo.add %as9, %astep : tensor<203x37xi32>
  %as10 = stablehlo.optimization_barrier %ap10 : tensor<203x37xi32>
  %ap11 = stablehlo.add %as10, %astep : tensor<203x37xi32>
  %as11 = stablehlo.optimization_barrier %ap11 : tensor<203x37xi32>
  %ap12 = stablehlo.add %as11, %astep : tensor<203x37xi32>
  %as12 = stablehlo.optimization_barrier %ap12 : tensor<203x37xi32>
  %ap13 = stablehlo.add %as12, %astep : tensor<203x37xi32>
  %as13 = stablehlo.optimization_barrier %ap13 : tensor<203x37xi32>
  %ap14 = stablehlo.add %as13, %astep : tensor<203x37xi32>
  %as14 = stablehlo.optimization_barrier %ap14 : tensor<203x37xi32>
  %ap15 = stablehlo.add %as14, %astep : tensor<203x37xi32>
  %as15 = stablehlo.optimization_barrier %ap15 : tensor<203x37xi32>
  %aall = stablehlo.concatenate %as0, %as1, %as2, %as3, %as4, %as5, %as6, %as7, %as8, %as9, %as10, %as11, %as12, %as13, %as14, %as15, dim = 1 : (tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>, tensor<203x37xi32>) -> tensor<203x592xi32>
  %aout = stablehlo.optimization_barrier %aall : tensor<203x592xi32>
  %arow = stablehlo.iota dim = 0 : tensor<203x592xi32>
  %acol = stablehlo.iota dim = 1 : tensor<203x592xi32>
  %awide = stablehlo.constant dense<37> : tensor<203x592xi32>
  %afar = stablehlo.constant dense<7511> : tensor<203x592xi32>
  %aq = stablehlo.divide %acol, %awide : tensor<203x592xi32>
  %ar = stablehlo.remainder %acol, %awide : tensor<203x592xi32>
  %ae0 = stablehlo.multiply %arow, %awide : tensor<203x592xi32>
  %ae1 = stablehlo.add %ae0, %ar : tensor<203x592xi32>
  %ae2 = stablehlo.multiply %aq, %afar : tensor<203x592xi32>
  %ae = stablehlo.add %ae1, %ae2 : tensor<203x592xi32>
  %ad = stablehlo.compare NE, %aout, %ae : (tensor<203x592xi32>, tensor<203x592xi32>) -> tensor<203x592xi1>
  %adi = stablehlo.convert %ad : (tensor<203x592xi1>) -> tensor<203x592xi32>
  %asum = stablehlo.reduce(%adi init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<203x592xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %asum, dense<0> : tensor<i32>
  %bi = stablehlo.iota dim = 0 : tensor<130x64xi32>
  %bj = stablehlo.iota dim = 1 : tensor<130x64xi32>
  %bw = stablehlo.constant dense<64> : tensor<130x64xi32>
  %bm = stablehlo.multiply %bi, %bw : tensor<130x64xi32>
  %bn = stablehlo.add %bm, %bj : tensor<130x64xi32>
  %bstep = stablehlo.constant dense<8320> : tensor<130x64xi32>
  %bs0 = stablehlo.optimization_barrier %bn : tensor<130x64xi32>
  %bp1 = stablehlo.add %bs0, %bstep : tensor<130x64xi32>
  %bs1 = stablehlo.optimization_barrier %bp1 : tensor<130x64xi32>
  %bp2 = stablehlo.add %bs1, %bstep : tensor<130x64xi32>
  %bs2 = stablehlo.optimization_barrier %bp2 : tensor<130x64xi32>
  %bp3 = stablehlo.add %bs2, %bstep : tensor<130x64xi32>
  %bs3 = stablehlo.optimization_barrier %bp3 : tensor<130x64xi32>
  %bp4 = stablehlo.add %bs3, %bstep : tensor<130x64xi32>
  %bs4 = stablehlo.optimization_barrier %bp4 : tensor<130x64xi32>
  %bp5 = stablehlo.add %bs4, %bstep : tensor<130x64xi32>
  %bs5 = stablehlo.optimization_barrier %bp5 : tensor<130x64xi32>
  %bp6 = stablehlo.add %bs5, %bstep : tensor<130x64xi32>
  %bs6 = stablehlo.optimization_barrier %bp6 : tensor<130x64xi32>
  %bp7 = stablehlo.add %bs6, %bstep : tensor<130x64xi32>
  %bs7 = stablehlo.optimization_barrier %bp7 : tensor<130x64xi32>
  %bp8 = stablehlo.add %bs7, %bstep : tensor<130x64xi32>
  %bs8 = stablehlo.optimization_barrier %bp8 : tensor<130x64xi32>
  %bp9 = stablehlo.add %bs8, %bstep : tensor<130x64xi32>
  %bs9 = stablehlo.optimization_barrier %bp9 : tensor<130x64xi32>
  %bp10 = stablehlo.add %bs9, %bstep : tensor<130x64xi32>
  %bs10 = stablehlo.optimization_barrier %bp10 : tensor<130x64xi32>
  %bp11 = stablehlo.add %bs10, %bstep : tensor<130x64xi32>
  %bs11 = stablehlo.optimization_barrier %bp11 : tensor<130x64xi32>
  %bp12 = stablehlo.add %bs11, %bstep : tensor<130x64xi32>
  %bs12 = stablehlo.optimization_barrier %bp12 : tensor<130x64xi32>
  %bp13 = stablehlo.add %bs12, %bstep : tensor<130x64xi32>
  %bs13 = stablehlo.optimization_barrier %bp13 : tensor<130x64xi32>
  %bp14 = stablehlo.add %bs13, %bstep : tensor<130x64xi32>
  %bs14 = stablehlo.optimization_barrier %bp14 : tensor<130x64xi32>
  %bp15 = stablehlo.add %bs14, %bstep : tensor<130x64xi32>
  %bs15 = stablehlo.optimization_barrier %bp15 : tensor<130x64xi32>
  %ball = stablehlo.concatenate %bs0, %bs1, %bs2, %bs3, %bs4, %bs5, %bs6, %bs7, %bs8, %bs9, %bs10, %bs11, %bs12, %bs13, %bs14, %bs15, dim = 1 : (tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>, tensor<130x64xi32>) -> tensor<130x1024xi32>
  %bout = stablehlo.optimization_barrier %ball : tensor<130x1024xi32>
  %brow = stablehlo.iota dim = 0 : tensor<130x1024xi32>
  %bcol = stablehlo.iota dim = 1 : tensor<130x1024xi32>
  %bwide = stablehlo.constant dense<64> : tensor<130x1024xi32>
  %bfar = stablehlo.constant dense<8320> : tensor<130x1024xi32>
  %bq = stablehlo.divide %bcol, %bwide : tensor<130x1024xi32>
  %br = stablehlo.remainder %bcol, %bwide : tensor<130x1024xi32>
  %be0 = stablehlo.multiply %brow, %bwide : tensor<130x1024xi32>
  %be1 = stablehlo.add %be0, %br : tensor<130x1024xi32>
  %be2 = stablehlo.multiply %bq, %bfar : tensor<130x1024xi32>
  %be = stablehlo.add %be1, %be2 : tensor<130x1024xi32>
  %bd = stablehlo.compare NE, %bout, %be : (tensor<130x1024xi32>, tensor<130x1024xi32>) -> tensor<130x1024xi1>
  %bdi = stablehlo.convert %bd : (tensor<130x1024xi1>) -> tensor<130x1024xi32>
  %bsum = stablehlo.reduce(%bdi init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<130x1024xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %bsum, dense<0> : tensor<i32>
  %ci = stablehlo.iota dim = 0 : tensor<67x9xi32>
  %cj = stablehlo.iota dim = 1 : tensor<67x9xi32>
  %cw = stablehlo.constant dense<9> : tensor<67x9xi32>
  %cm = stablehlo.multiply %ci, %cw : tensor<67x9xi32>
  %cn = stablehlo.add %cm, %cj : tensor<67x9xi32>
  %cstep = stablehlo.constant dense<603> : tensor<67x9xi32>
  %cs0 = stablehlo.optimization_barrier %cn : tensor<67x9xi32>
  %cp1 = stablehlo.add %cs0, %cstep : tensor<67x9xi32>
  %cs1 = stablehlo.optimization_barrier %cp1 : tensor<67x9xi32>
  %cp2 = stablehlo.add %cs1, %cstep : tensor<67x9xi32>
  %cs2 = stablehlo.optimization_barrier %cp2 : tensor<67x9xi32>
  %cp3 = stablehlo.add %cs2, %cstep : tensor<67x9xi32>
  %cs3 = stablehlo.optimization_barrier %cp3 : tensor<67x9xi32>
  %cp4 = stablehlo.add %cs3, %cstep : tensor<67x9xi32>
  %cs4 = stablehlo.optimization_barrier %cp4 : tensor<67x9xi32>
  %cp5 = stablehlo.add %cs4, %cstep : tensor<67x9xi32>
  %cs5 = stablehlo.optimization_barrier %cp5 : tensor<67x9xi32>
  %cp6 = stablehlo.add %cs5, %cstep : tensor<67x9xi32>
  %cs6 = stablehlo.optimization_barrier %cp6 : tensor<67x9xi32>
  %cp7 = stablehlo.add %cs6, %cstep : tensor<67x9xi32>
  %cs7 = stablehlo.optimization_barrier %cp7 : tensor<67x9xi32>
  %cp8 = stablehlo.add %cs7, %cstep : tensor<67x9xi32>
  %cs8 = stablehlo.optimization_barrier %cp8 : tensor<67x9xi32>
  %cp9 = stablehlo.add %cs8, %cstep : tensor<67x9xi32>
  %cs9 = stablehlo.optimization_barrier %cp9 : tensor<67x9xi32>
  %cp10 = stablehlo.add %cs9, %cstep : tensor<67x9xi32>
  %cs10 = stablehlo.optimization_barrier %cp10 : tensor<67x9xi32>
  %cp11 = stablehlo.add %cs10, %cstep : tensor<67x9xi32>
  %cs11 = stablehlo.optimization_barrier %cp11 : tensor<67x9xi32>
  %cp12 = stablehlo.add %cs11, %cstep : tensor<67x9xi32>
  %cs12 = stablehlo.optimization_barrier %cp12 : tensor<67x9xi32>
  %cp13 = stablehlo.add %cs12, %cstep : tensor<67x9xi32>
  %cs13 = stablehlo.optimization_barrier %cp13 : tensor<67x9xi32>
  %cp14 = stablehlo.add %cs13, %cstep : tensor<67x9xi32>
  %cs14 = stablehlo.optimization_barrier %cp14 : tensor<67x9xi32>
  %cp15 = stablehlo.add %cs14, %cstep : tensor<67x9xi32>
  %cs15 = stablehlo.optimization_barrier %cp15 : tensor<67x9xi32>
  %call = stablehlo.concatenate %cs0, %cs1, %cs2, %cs3, %cs4, %cs5, %cs6, %cs7, %cs8, %cs9, %cs10, %cs11, %cs12, %cs13, %cs14, %cs15, dim = 1 : (tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>, tensor<67x9xi32>) -> tensor<67x144xi32>
  %cout = stablehlo.optimization_barrier %call : tensor<67x144xi32>
  %crow = stablehlo.iota dim = 0 : tensor<67x144xi32>
  %ccol = stablehlo.iota dim = 1 : tensor<67x144xi32>
  %cwide = stablehlo.constant dense<9> : tensor<67x144xi32>
  %cfar = stablehlo.constant dense<603> : tensor<67x144xi32>
  %cq = stablehlo.divide %ccol, %cwide : tensor<67x144xi32>
  %cr = stablehlo.remainder %ccol, %cwide : tensor<67x144xi32>
  %ce0 = stablehlo.multiply %crow, %cwide : tensor<67x144xi32>
  %ce1 = stablehlo.add %ce0, %cr : tensor<67x144xi32>
  %ce2 = stablehlo.multiply %cq, %cfar : tensor<67x144xi32>
  %ce = stablehlo.add %ce1, %ce2 : tensor<67x144xi32>
  %cd = stablehlo.compare NE, %cout, %ce : (tensor<67x144xi32>, tensor<67x144xi32>) -> tensor<67x144xi1>
  %cdi = stablehlo.convert %cd : (tensor<67x144xi1>) -> tensor<67x144xi32>
  %csum = stablehlo.reduce(%cdi init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<67x144xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %csum, dense<0> : tensor<i32>
  return
}
