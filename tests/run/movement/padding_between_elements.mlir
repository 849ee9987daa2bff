// Padding between the elements of large tensors: along one dimension and along several, with edges of either sign, short and
// long rows behind it. Each result is compared with what its index says: the value of an element is its number, counted from 1.
// RUN: sdyc run %s
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
// RUN: SDYRT_ISA=avx2 sdyc run %s
func.func private @case0() -> tensor<i1> {
  %one = stablehlo.constant dense<1> : tensor<20001xi32>
  %zero = stablehlo.constant dense<0> : tensor<40001xi32>
  %value = stablehlo.constant dense<-7> : tensor<i32>
  %around = stablehlo.constant dense<-7> : tensor<40001xi32>
  %number = stablehlo.iota dim = 0 : tensor<20001xi32>
  %from1 = stablehlo.add %number, %one : tensor<20001xi32>
  %x = stablehlo.reshape %from1 : (tensor<20001xi32>) -> tensor<20001xi32>
  %kept = stablehlo.optimization_barrier %x : tensor<20001xi32>
  %padded = stablehlo.pad %kept, %value, low = [0], high = [0], interior = [1] : (tensor<20001xi32>, tensor<i32>) -> tensor<40001xi32>
  %got = stablehlo.optimization_barrier %padded : tensor<40001xi32>
  %first = stablehlo.constant dense<1> : tensor<40001xi32>
  %i0 = stablehlo.iota dim = 0 : tensor<40001xi32>
  %low0 = stablehlo.constant dense<0> : tensor<40001xi32>
  %step0 = stablehlo.constant dense<2> : tensor<40001xi32>
  %size0 = stablehlo.constant dense<20001> : tensor<40001xi32>
  %stride0 = stablehlo.constant dense<1> : tensor<40001xi32>
  %at0 = stablehlo.subtract %i0, %low0 : tensor<40001xi32>
  %q0 = stablehlo.divide %at0, %step0 : tensor<40001xi32>
  %r0 = stablehlo.remainder %at0, %step0 : tensor<40001xi32>
  %on0 = stablehlo.compare EQ, %r0, %zero : (tensor<40001xi32>, tensor<40001xi32>) -> tensor<40001xi1>
  %ge0 = stablehlo.compare GE, %at0, %zero : (tensor<40001xi32>, tensor<40001xi32>) -> tensor<40001xi1>
  %lt0 = stablehlo.compare LT, %q0, %size0 : (tensor<40001xi32>, tensor<40001xi32>) -> tensor<40001xi1>
  %m0 = stablehlo.multiply %q0, %stride0 : tensor<40001xi32>
  %sum0 = stablehlo.add %first, %m0 : tensor<40001xi32>
  %all0 = stablehlo.and %on0, %ge0 : tensor<40001xi1>
  %all1 = stablehlo.and %all0, %lt0 : tensor<40001xi1>
  %wanted = stablehlo.select %all1, %sum0, %around : tensor<40001xi1>, tensor<40001xi32>
  %same = stablehlo.compare EQ, %got, %wanted : (tensor<40001xi32>, tensor<40001xi32>) -> tensor<40001xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %good = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0] : (tensor<40001xi1>, tensor<i1>) -> tensor<i1>
  return %good : tensor<i1>
}
func.func private @case1() -> tensor<i1> {
  %one = stablehlo.constant dense<1> : tensor<7001xi32>
  %zero = stablehlo.constant dense<0> : tensor<21000xi32>
  %value = stablehlo.constant dense<-7> : tensor<i32>
  %around = stablehlo.constant dense<-7> : tensor<21000xi32>
  %number = stablehlo.iota dim = 0 : tensor<7001xi32>
  %from1 = stablehlo.add %number, %one : tensor<7001xi32>
  %x = stablehlo.reshape %from1 : (tensor<7001xi32>) -> tensor<7001xi32>
  %kept = stablehlo.optimization_barrier %x : tensor<7001xi32>
  %padded = stablehlo.pad %kept, %value, low = [3], high = [-4], interior = [2] : (tensor<7001xi32>, tensor<i32>) -> tensor<21000xi32>
  %got = stablehlo.optimization_barrier %padded : tensor<21000xi32>
  %first = stablehlo.constant dense<1> : tensor<21000xi32>
  %i0 = stablehlo.iota dim = 0 : tensor<21000xi32>
  %low0 = stablehlo.constant dense<3> : tensor<21000xi32>
  %step0 = stablehlo.constant dense<3> : tensor<21000xi32>
  %size0 = stablehlo.constant dense<7001> : tensor<21000xi32>
  %stride0 = stablehlo.constant dense<1> : tensor<21000xi32>
  %at0 = stablehlo.subtract %i0, %low0 : tensor<21000xi32>
  %q0 = stablehlo.divide %at0, %step0 : tensor<21000xi32>
  %r0 = stablehlo.remainder %at0, %step0 : tensor<21000xi32>
  %on0 = stablehlo.compare EQ, %r0, %zero : (tensor<21000xi32>, tensor<21000xi32>) -> tensor<21000xi1>
  %ge0 = stablehlo.compare GE, %at0, %zero : (tensor<21000xi32>, tensor<21000xi32>) -> tensor<21000xi1>
  %lt0 = stablehlo.compare LT, %q0, %size0 : (tensor<21000xi32>, tensor<21000xi32>) -> tensor<21000xi1>
  %m0 = stablehlo.multiply %q0, %stride0 : tensor<21000xi32>
  %sum0 = stablehlo.add %first, %m0 : tensor<21000xi32>
  %all0 = stablehlo.and %on0, %ge0 : tensor<21000xi1>
  %all1 = stablehlo.and %all0, %lt0 : tensor<21000xi1>
  %wanted = stablehlo.select %all1, %sum0, %around : tensor<21000xi1>, tensor<21000xi32>
  %same = stablehlo.compare EQ, %got, %wanted : (tensor<21000xi32>, tensor<21000xi32>) -> tensor<21000xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %good = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0] : (tensor<21000xi1>, tensor<i1>) -> tensor<i1>
  return %good : tensor<i1>
}
func.func private @case2() -> tensor<i1> {
  %one = stablehlo.constant dense<1> : tensor<17030xi32>
  %zero = stablehlo.constant dense<0> : tensor<259x261xi32>
  %value = stablehlo.constant dense<-7> : tensor<i32>
  %around = stablehlo.constant dense<-7> : tensor<259x261xi32>
  %number = stablehlo.iota dim = 0 : tensor<17030xi32>
  %from1 = stablehlo.add %number, %one : tensor<17030xi32>
  %x = stablehlo.reshape %from1 : (tensor<17030xi32>) -> tensor<130x131xi32>
  %kept = stablehlo.optimization_barrier %x : tensor<130x131xi32>
  %padded = stablehlo.pad %kept, %value, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<130x131xi32>, tensor<i32>) -> tensor<259x261xi32>
  %got = stablehlo.optimization_barrier %padded : tensor<259x261xi32>
  %first = stablehlo.constant dense<1> : tensor<259x261xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<259x261xi32>
  %low1 = stablehlo.constant dense<0> : tensor<259x261xi32>
  %step1 = stablehlo.constant dense<2> : tensor<259x261xi32>
  %size1 = stablehlo.constant dense<131> : tensor<259x261xi32>
  %stride1 = stablehlo.constant dense<1> : tensor<259x261xi32>
  %at1 = stablehlo.subtract %i1, %low1 : tensor<259x261xi32>
  %q1 = stablehlo.divide %at1, %step1 : tensor<259x261xi32>
  %r1 = stablehlo.remainder %at1, %step1 : tensor<259x261xi32>
  %on1 = stablehlo.compare EQ, %r1, %zero : (tensor<259x261xi32>, tensor<259x261xi32>) -> tensor<259x261xi1>
  %ge1 = stablehlo.compare GE, %at1, %zero : (tensor<259x261xi32>, tensor<259x261xi32>) -> tensor<259x261xi1>
  %lt1 = stablehlo.compare LT, %q1, %size1 : (tensor<259x261xi32>, tensor<259x261xi32>) -> tensor<259x261xi1>
  %m1 = stablehlo.multiply %q1, %stride1 : tensor<259x261xi32>
  %sum1 = stablehlo.add %first, %m1 : tensor<259x261xi32>
  %i0 = stablehlo.iota dim = 0 : tensor<259x261xi32>
  %low0 = stablehlo.constant dense<0> : tensor<259x261xi32>
  %step0 = stablehlo.constant dense<2> : tensor<259x261xi32>
  %size0 = stablehlo.constant dense<130> : tensor<259x261xi32>
  %stride0 = stablehlo.constant dense<131> : tensor<259x261xi32>
  %at0 = stablehlo.subtract %i0, %low0 : tensor<259x261xi32>
  %q0 = stablehlo.divide %at0, %step0 : tensor<259x261xi32>
  %r0 = stablehlo.remainder %at0, %step0 : tensor<259x261xi32>
  %on0 = stablehlo.compare EQ, %r0, %zero : (tensor<259x261xi32>, tensor<259x261xi32>) -> tensor<259x261xi1>
  %ge0 = stablehlo.compare GE, %at0, %zero : (tensor<259x261xi32>, tensor<259x261xi32>) -> tensor<259x261xi1>
  %lt0 = stablehlo.compare LT, %q0, %size0 : (tensor<259x261xi32>, tensor<259x261xi32>) -> tensor<259x261xi1>
  %m0 = stablehlo.multiply %q0, %stride0 : tensor<259x261xi32>
  %sum0 = stablehlo.add %sum1, %m0 : tensor<259x261xi32>
  %all0 = stablehlo.and %on1, %ge1 : tensor<259x261xi1>
  %all1 = stablehlo.and %all0, %lt1 : tensor<259x261xi1>
  %all2 = stablehlo.and %all1, %on0 : tensor<259x261xi1>
  %all3 = stablehlo.and %all2, %ge0 : tensor<259x261xi1>
  %all4 = stablehlo.and %all3, %lt0 : tensor<259x261xi1>
  %wanted = stablehlo.select %all4, %sum0, %around : tensor<259x261xi1>, tensor<259x261xi32>
  %same = stablehlo.compare EQ, %got, %wanted : (tensor<259x261xi32>, tensor<259x261xi32>) -> tensor<259x261xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %good = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<259x261xi1>, tensor<i1>) -> tensor<i1>
  return %good : tensor<i1>
}
func.func private @case3() -> tensor<i1> {
  %one = stablehlo.constant dense<1> : tensor<5490xi16>
  %zero = stablehlo.constant dense<0> : tensor<356x180xi16>
  %value = stablehlo.constant dense<-7> : tensor<i16>
  %around = stablehlo.constant dense<-7> : tensor<356x180xi16>
  %number = stablehlo.iota dim = 0 : tensor<5490xi16>
  %from1 = stablehlo.add %number, %one : tensor<5490xi16>
  %x = stablehlo.reshape %from1 : (tensor<5490xi16>) -> tensor<90x61xi16>
  %kept = stablehlo.optimization_barrier %x : tensor<90x61xi16>
  %padded = stablehlo.pad %kept, %value, low = [-5, 2], high = [4, -3], interior = [3, 2] : (tensor<90x61xi16>, tensor<i16>) -> tensor<356x180xi16>
  %got = stablehlo.optimization_barrier %padded : tensor<356x180xi16>
  %first = stablehlo.constant dense<1> : tensor<356x180xi16>
  %i1 = stablehlo.iota dim = 1 : tensor<356x180xi16>
  %low1 = stablehlo.constant dense<2> : tensor<356x180xi16>
  %step1 = stablehlo.constant dense<3> : tensor<356x180xi16>
  %size1 = stablehlo.constant dense<61> : tensor<356x180xi16>
  %stride1 = stablehlo.constant dense<1> : tensor<356x180xi16>
  %at1 = stablehlo.subtract %i1, %low1 : tensor<356x180xi16>
  %q1 = stablehlo.divide %at1, %step1 : tensor<356x180xi16>
  %r1 = stablehlo.remainder %at1, %step1 : tensor<356x180xi16>
  %on1 = stablehlo.compare EQ, %r1, %zero : (tensor<356x180xi16>, tensor<356x180xi16>) -> tensor<356x180xi1>
  %ge1 = stablehlo.compare GE, %at1, %zero : (tensor<356x180xi16>, tensor<356x180xi16>) -> tensor<356x180xi1>
  %lt1 = stablehlo.compare LT, %q1, %size1 : (tensor<356x180xi16>, tensor<356x180xi16>) -> tensor<356x180xi1>
  %m1 = stablehlo.multiply %q1, %stride1 : tensor<356x180xi16>
  %sum1 = stablehlo.add %first, %m1 : tensor<356x180xi16>
  %i0 = stablehlo.iota dim = 0 : tensor<356x180xi16>
  %low0 = stablehlo.constant dense<-5> : tensor<356x180xi16>
  %step0 = stablehlo.constant dense<4> : tensor<356x180xi16>
  %size0 = stablehlo.constant dense<90> : tensor<356x180xi16>
  %stride0 = stablehlo.constant dense<61> : tensor<356x180xi16>
  %at0 = stablehlo.subtract %i0, %low0 : tensor<356x180xi16>
  %q0 = stablehlo.divide %at0, %step0 : tensor<356x180xi16>
  %r0 = stablehlo.remainder %at0, %step0 : tensor<356x180xi16>
  %on0 = stablehlo.compare EQ, %r0, %zero : (tensor<356x180xi16>, tensor<356x180xi16>) -> tensor<356x180xi1>
  %ge0 = stablehlo.compare GE, %at0, %zero : (tensor<356x180xi16>, tensor<356x180xi16>) -> tensor<356x180xi1>
  %lt0 = stablehlo.compare LT, %q0, %size0 : (tensor<356x180xi16>, tensor<356x180xi16>) -> tensor<356x180xi1>
  %m0 = stablehlo.multiply %q0, %stride0 : tensor<356x180xi16>
  %sum0 = stablehlo.add %sum1, %m0 : tensor<356x180xi16>
  %all0 = stablehlo.and %on1, %ge1 : tensor<356x180xi1>
  %all1 = stablehlo.and %all0, %lt1 : tensor<356x180xi1>
  %all2 = stablehlo.and %all1, %on0 : tensor<356x180xi1>
  %all3 = stablehlo.and %all2, %ge0 : tensor<356x180xi1>
  %all4 = stablehlo.and %all3, %lt0 : tensor<356x180xi1>
  %wanted = stablehlo.select %all4, %sum0, %around : tensor<356x180xi1>, tensor<356x180xi16>
  %same = stablehlo.compare EQ, %got, %wanted : (tensor<356x180xi16>, tensor<356x180xi16>) -> tensor<356x180xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %good = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<356x180xi1>, tensor<i1>) -> tensor<i1>
  return %good : tensor<i1>
}
func.func private @case4() -> tensor<i1> {
  %one = stablehlo.constant dense<1> : tensor<6600xi32>
  %zero = stablehlo.constant dense<0> : tensor<80x66x5xi32>
  %value = stablehlo.constant dense<-7> : tensor<i32>
  %around = stablehlo.constant dense<-7> : tensor<80x66x5xi32>
  %number = stablehlo.iota dim = 0 : tensor<6600xi32>
  %from1 = stablehlo.add %number, %one : tensor<6600xi32>
  %x = stablehlo.reshape %from1 : (tensor<6600xi32>) -> tensor<40x33x5xi32>
  %kept = stablehlo.optimization_barrier %x : tensor<40x33x5xi32>
  %padded = stablehlo.pad %kept, %value, low = [1, 0, 0], high = [0, 1, 0], interior = [1, 1, 0] : (tensor<40x33x5xi32>, tensor<i32>) -> tensor<80x66x5xi32>
  %got = stablehlo.optimization_barrier %padded : tensor<80x66x5xi32>
  %first = stablehlo.constant dense<1> : tensor<80x66x5xi32>
  %i2 = stablehlo.iota dim = 2 : tensor<80x66x5xi32>
  %low2 = stablehlo.constant dense<0> : tensor<80x66x5xi32>
  %step2 = stablehlo.constant dense<1> : tensor<80x66x5xi32>
  %size2 = stablehlo.constant dense<5> : tensor<80x66x5xi32>
  %stride2 = stablehlo.constant dense<1> : tensor<80x66x5xi32>
  %at2 = stablehlo.subtract %i2, %low2 : tensor<80x66x5xi32>
  %q2 = stablehlo.divide %at2, %step2 : tensor<80x66x5xi32>
  %r2 = stablehlo.remainder %at2, %step2 : tensor<80x66x5xi32>
  %on2 = stablehlo.compare EQ, %r2, %zero : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %ge2 = stablehlo.compare GE, %at2, %zero : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %lt2 = stablehlo.compare LT, %q2, %size2 : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %m2 = stablehlo.multiply %q2, %stride2 : tensor<80x66x5xi32>
  %sum2 = stablehlo.add %first, %m2 : tensor<80x66x5xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<80x66x5xi32>
  %low1 = stablehlo.constant dense<0> : tensor<80x66x5xi32>
  %step1 = stablehlo.constant dense<2> : tensor<80x66x5xi32>
  %size1 = stablehlo.constant dense<33> : tensor<80x66x5xi32>
  %stride1 = stablehlo.constant dense<5> : tensor<80x66x5xi32>
  %at1 = stablehlo.subtract %i1, %low1 : tensor<80x66x5xi32>
  %q1 = stablehlo.divide %at1, %step1 : tensor<80x66x5xi32>
  %r1 = stablehlo.remainder %at1, %step1 : tensor<80x66x5xi32>
  %on1 = stablehlo.compare EQ, %r1, %zero : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %ge1 = stablehlo.compare GE, %at1, %zero : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %lt1 = stablehlo.compare LT, %q1, %size1 : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %m1 = stablehlo.multiply %q1, %stride1 : tensor<80x66x5xi32>
  %sum1 = stablehlo.add %sum2, %m1 : tensor<80x66x5xi32>
  %i0 = stablehlo.iota dim = 0 : tensor<80x66x5xi32>
  %low0 = stablehlo.constant dense<1> : tensor<80x66x5xi32>
  %step0 = stablehlo.constant dense<2> : tensor<80x66x5xi32>
  %size0 = stablehlo.constant dense<40> : tensor<80x66x5xi32>
  %stride0 = stablehlo.constant dense<165> : tensor<80x66x5xi32>
  %at0 = stablehlo.subtract %i0, %low0 : tensor<80x66x5xi32>
  %q0 = stablehlo.divide %at0, %step0 : tensor<80x66x5xi32>
  %r0 = stablehlo.remainder %at0, %step0 : tensor<80x66x5xi32>
  %on0 = stablehlo.compare EQ, %r0, %zero : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %ge0 = stablehlo.compare GE, %at0, %zero : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %lt0 = stablehlo.compare LT, %q0, %size0 : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %m0 = stablehlo.multiply %q0, %stride0 : tensor<80x66x5xi32>
  %sum0 = stablehlo.add %sum1, %m0 : tensor<80x66x5xi32>
  %all0 = stablehlo.and %on2, %ge2 : tensor<80x66x5xi1>
  %all1 = stablehlo.and %all0, %lt2 : tensor<80x66x5xi1>
  %all2 = stablehlo.and %all1, %on1 : tensor<80x66x5xi1>
  %all3 = stablehlo.and %all2, %ge1 : tensor<80x66x5xi1>
  %all4 = stablehlo.and %all3, %lt1 : tensor<80x66x5xi1>
  %all5 = stablehlo.and %all4, %on0 : tensor<80x66x5xi1>
  %all6 = stablehlo.and %all5, %ge0 : tensor<80x66x5xi1>
  %all7 = stablehlo.and %all6, %lt0 : tensor<80x66x5xi1>
  %wanted = stablehlo.select %all7, %sum0, %around : tensor<80x66x5xi1>, tensor<80x66x5xi32>
  %same = stablehlo.compare EQ, %got, %wanted : (tensor<80x66x5xi32>, tensor<80x66x5xi32>) -> tensor<80x66x5xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %good = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<80x66x5xi1>, tensor<i1>) -> tensor<i1>
  return %good : tensor<i1>
}
func.func private @case5() -> tensor<i1> {
  %one = stablehlo.constant dense<1> : tensor<14400xi64>
  %zero = stablehlo.constant dense<0> : tensor<34x32x80xi64>
  %value = stablehlo.constant dense<-7> : tensor<i64>
  %around = stablehlo.constant dense<-7> : tensor<34x32x80xi64>
  %number = stablehlo.iota dim = 0 : tensor<14400xi64>
  %from1 = stablehlo.add %number, %one : tensor<14400xi64>
  %x = stablehlo.reshape %from1 : (tensor<14400xi64>) -> tensor<12x30x40xi64>
  %kept = stablehlo.optimization_barrier %x : tensor<12x30x40xi64>
  %padded = stablehlo.pad %kept, %value, low = [0, 0, 1], high = [0, 2, 0], interior = [2, 0, 1] : (tensor<12x30x40xi64>, tensor<i64>) -> tensor<34x32x80xi64>
  %got = stablehlo.optimization_barrier %padded : tensor<34x32x80xi64>
  %first = stablehlo.constant dense<1> : tensor<34x32x80xi64>
  %i2 = stablehlo.iota dim = 2 : tensor<34x32x80xi64>
  %low2 = stablehlo.constant dense<1> : tensor<34x32x80xi64>
  %step2 = stablehlo.constant dense<2> : tensor<34x32x80xi64>
  %size2 = stablehlo.constant dense<40> : tensor<34x32x80xi64>
  %stride2 = stablehlo.constant dense<1> : tensor<34x32x80xi64>
  %at2 = stablehlo.subtract %i2, %low2 : tensor<34x32x80xi64>
  %q2 = stablehlo.divide %at2, %step2 : tensor<34x32x80xi64>
  %r2 = stablehlo.remainder %at2, %step2 : tensor<34x32x80xi64>
  %on2 = stablehlo.compare EQ, %r2, %zero : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %ge2 = stablehlo.compare GE, %at2, %zero : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %lt2 = stablehlo.compare LT, %q2, %size2 : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %m2 = stablehlo.multiply %q2, %stride2 : tensor<34x32x80xi64>
  %sum2 = stablehlo.add %first, %m2 : tensor<34x32x80xi64>
  %i1 = stablehlo.iota dim = 1 : tensor<34x32x80xi64>
  %low1 = stablehlo.constant dense<0> : tensor<34x32x80xi64>
  %step1 = stablehlo.constant dense<1> : tensor<34x32x80xi64>
  %size1 = stablehlo.constant dense<30> : tensor<34x32x80xi64>
  %stride1 = stablehlo.constant dense<40> : tensor<34x32x80xi64>
  %at1 = stablehlo.subtract %i1, %low1 : tensor<34x32x80xi64>
  %q1 = stablehlo.divide %at1, %step1 : tensor<34x32x80xi64>
  %r1 = stablehlo.remainder %at1, %step1 : tensor<34x32x80xi64>
  %on1 = stablehlo.compare EQ, %r1, %zero : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %ge1 = stablehlo.compare GE, %at1, %zero : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %lt1 = stablehlo.compare LT, %q1, %size1 : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %m1 = stablehlo.multiply %q1, %stride1 : tensor<34x32x80xi64>
  %sum1 = stablehlo.add %sum2, %m1 : tensor<34x32x80xi64>
  %i0 = stablehlo.iota dim = 0 : tensor<34x32x80xi64>
  %low0 = stablehlo.constant dense<0> : tensor<34x32x80xi64>
  %step0 = stablehlo.constant dense<3> : tensor<34x32x80xi64>
  %size0 = stablehlo.constant dense<12> : tensor<34x32x80xi64>
  %stride0 = stablehlo.constant dense<1200> : tensor<34x32x80xi64>
  %at0 = stablehlo.subtract %i0, %low0 : tensor<34x32x80xi64>
  %q0 = stablehlo.divide %at0, %step0 : tensor<34x32x80xi64>
  %r0 = stablehlo.remainder %at0, %step0 : tensor<34x32x80xi64>
  %on0 = stablehlo.compare EQ, %r0, %zero : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %ge0 = stablehlo.compare GE, %at0, %zero : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %lt0 = stablehlo.compare LT, %q0, %size0 : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %m0 = stablehlo.multiply %q0, %stride0 : tensor<34x32x80xi64>
  %sum0 = stablehlo.add %sum1, %m0 : tensor<34x32x80xi64>
  %all0 = stablehlo.and %on2, %ge2 : tensor<34x32x80xi1>
  %all1 = stablehlo.and %all0, %lt2 : tensor<34x32x80xi1>
  %all2 = stablehlo.and %all1, %on1 : tensor<34x32x80xi1>
  %all3 = stablehlo.and %all2, %ge1 : tensor<34x32x80xi1>
  %all4 = stablehlo.and %all3, %lt1 : tensor<34x32x80xi1>
  %all5 = stablehlo.and %all4, %on0 : tensor<34x32x80xi1>
  %all6 = stablehlo.and %all5, %ge0 : tensor<34x32x80xi1>
  %all7 = stablehlo.and %all6, %lt0 : tensor<34x32x80xi1>
  %wanted = stablehlo.select %all7, %sum0, %around : tensor<34x32x80xi1>, tensor<34x32x80xi64>
  %same = stablehlo.compare EQ, %got, %wanted : (tensor<34x32x80xi64>, tensor<34x32x80xi64>) -> tensor<34x32x80xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %good = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<34x32x80xi1>, tensor<i1>) -> tensor<i1>
  return %good : tensor<i1>
}
func.func private @case6() -> tensor<i1> {
  %one = stablehlo.constant dense<1> : tensor<21000xi32>
  %zero = stablehlo.constant dense<0> : tensor<1x300x139xi32>
  %value = stablehlo.constant dense<-7> : tensor<i32>
  %around = stablehlo.constant dense<-7> : tensor<1x300x139xi32>
  %number = stablehlo.iota dim = 0 : tensor<21000xi32>
  %from1 = stablehlo.add %number, %one : tensor<21000xi32>
  %x = stablehlo.reshape %from1 : (tensor<21000xi32>) -> tensor<1x300x70xi32>
  %kept = stablehlo.optimization_barrier %x : tensor<1x300x70xi32>
  %padded = stablehlo.pad %kept, %value, low = [0, 0, 0], high = [0, 0, 0], interior = [5, 0, 1] : (tensor<1x300x70xi32>, tensor<i32>) -> tensor<1x300x139xi32>
  %got = stablehlo.optimization_barrier %padded : tensor<1x300x139xi32>
  %first = stablehlo.constant dense<1> : tensor<1x300x139xi32>
  %i2 = stablehlo.iota dim = 2 : tensor<1x300x139xi32>
  %low2 = stablehlo.constant dense<0> : tensor<1x300x139xi32>
  %step2 = stablehlo.constant dense<2> : tensor<1x300x139xi32>
  %size2 = stablehlo.constant dense<70> : tensor<1x300x139xi32>
  %stride2 = stablehlo.constant dense<1> : tensor<1x300x139xi32>
  %at2 = stablehlo.subtract %i2, %low2 : tensor<1x300x139xi32>
  %q2 = stablehlo.divide %at2, %step2 : tensor<1x300x139xi32>
  %r2 = stablehlo.remainder %at2, %step2 : tensor<1x300x139xi32>
  %on2 = stablehlo.compare EQ, %r2, %zero : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %ge2 = stablehlo.compare GE, %at2, %zero : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %lt2 = stablehlo.compare LT, %q2, %size2 : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %m2 = stablehlo.multiply %q2, %stride2 : tensor<1x300x139xi32>
  %sum2 = stablehlo.add %first, %m2 : tensor<1x300x139xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<1x300x139xi32>
  %low1 = stablehlo.constant dense<0> : tensor<1x300x139xi32>
  %step1 = stablehlo.constant dense<1> : tensor<1x300x139xi32>
  %size1 = stablehlo.constant dense<300> : tensor<1x300x139xi32>
  %stride1 = stablehlo.constant dense<70> : tensor<1x300x139xi32>
  %at1 = stablehlo.subtract %i1, %low1 : tensor<1x300x139xi32>
  %q1 = stablehlo.divide %at1, %step1 : tensor<1x300x139xi32>
  %r1 = stablehlo.remainder %at1, %step1 : tensor<1x300x139xi32>
  %on1 = stablehlo.compare EQ, %r1, %zero : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %ge1 = stablehlo.compare GE, %at1, %zero : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %lt1 = stablehlo.compare LT, %q1, %size1 : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %m1 = stablehlo.multiply %q1, %stride1 : tensor<1x300x139xi32>
  %sum1 = stablehlo.add %sum2, %m1 : tensor<1x300x139xi32>
  %i0 = stablehlo.iota dim = 0 : tensor<1x300x139xi32>
  %low0 = stablehlo.constant dense<0> : tensor<1x300x139xi32>
  %step0 = stablehlo.constant dense<6> : tensor<1x300x139xi32>
  %size0 = stablehlo.constant dense<1> : tensor<1x300x139xi32>
  %stride0 = stablehlo.constant dense<21000> : tensor<1x300x139xi32>
  %at0 = stablehlo.subtract %i0, %low0 : tensor<1x300x139xi32>
  %q0 = stablehlo.divide %at0, %step0 : tensor<1x300x139xi32>
  %r0 = stablehlo.remainder %at0, %step0 : tensor<1x300x139xi32>
  %on0 = stablehlo.compare EQ, %r0, %zero : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %ge0 = stablehlo.compare GE, %at0, %zero : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %lt0 = stablehlo.compare LT, %q0, %size0 : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %m0 = stablehlo.multiply %q0, %stride0 : tensor<1x300x139xi32>
  %sum0 = stablehlo.add %sum1, %m0 : tensor<1x300x139xi32>
  %all0 = stablehlo.and %on2, %ge2 : tensor<1x300x139xi1>
  %all1 = stablehlo.and %all0, %lt2 : tensor<1x300x139xi1>
  %all2 = stablehlo.and %all1, %on1 : tensor<1x300x139xi1>
  %all3 = stablehlo.and %all2, %ge1 : tensor<1x300x139xi1>
  %all4 = stablehlo.and %all3, %lt1 : tensor<1x300x139xi1>
  %all5 = stablehlo.and %all4, %on0 : tensor<1x300x139xi1>
  %all6 = stablehlo.and %all5, %ge0 : tensor<1x300x139xi1>
  %all7 = stablehlo.and %all6, %lt0 : tensor<1x300x139xi1>
  %wanted = stablehlo.select %all7, %sum0, %around : tensor<1x300x139xi1>, tensor<1x300x139xi32>
  %same = stablehlo.compare EQ, %got, %wanted : (tensor<1x300x139xi32>, tensor<1x300x139xi32>) -> tensor<1x300x139xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %good = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<1x300x139xi1>, tensor<i1>) -> tensor<i1>
  return %good : tensor<i1>
}
func.func public @main() {
  %0 = func.call @case0() : () -> tensor<i1>
  check.expect_eq_const %0, dense<true> : tensor<i1>
  %1 = func.call @case1() : () -> tensor<i1>
  check.expect_eq_const %1, dense<true> : tensor<i1>
  %2 = func.call @case2() : () -> tensor<i1>
  check.expect_eq_const %2, dense<true> : tensor<i1>
  %3 = func.call @case3() : () -> tensor<i1>
  check.expect_eq_const %3, dense<true> : tensor<i1>
  %4 = func.call @case4() : () -> tensor<i1>
  check.expect_eq_const %4, dense<true> : tensor<i1>
  %5 = func.call @case5() : () -> tensor<i1>
  check.expect_eq_const %5, dense<true> : tensor<i1>
  %6 = func.call @case6() : () -> tensor<i1>
  check.expect_eq_const %6, dense<true> : tensor<i1>
  return
}
