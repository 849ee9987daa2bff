// A reduction along a dimension with few elements behind it is made of partial results, several rows side by side: as
// the same reduction along rows of their own.
// RUN: sdyc run %s --input=24x512x7xf32=random:1
// RUN: sdyc run %s --input=24x512x7xf32=random:2 --threads=3 --jit=cc
func.func public @main(%x: tensor<24x512x7xf32>) {
  %ten = stablehlo.constant dense<10.0> : tensor<24x512x7xf32>
  %scaled = stablehlo.multiply %x, %ten : tensor<24x512x7xf32>
  %whole = stablehlo.round_nearest_even %scaled : tensor<24x512x7xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<24x512x7xf32>
  %big = stablehlo.compare GT, %x, %zero : (tensor<24x512x7xf32>, tensor<24x512x7xf32>) -> tensor<24x512x7xi1>
  %minus = stablehlo.constant dense<-1.0> : tensor<24x512x7xf32>
  %one = stablehlo.constant dense<1.0> : tensor<24x512x7xf32>
  %sign = stablehlo.select %big, %one, %minus : tensor<24x512x7xi1>, tensor<24x512x7xf32>
  %i0 = stablehlo.constant dense<0.0> : tensor<f32>
  %a0 = stablehlo.reduce(%whole init: %i0) applies stablehlo.add across dimensions = [1] : (tensor<24x512x7xf32>, tensor<f32>) -> tensor<24x7xf32>
  %t0 = stablehlo.transpose %whole, dims = [0, 2, 1] : (tensor<24x512x7xf32>) -> tensor<24x7x512xf32>
  %b0 = stablehlo.reduce(%t0 init: %i0) applies stablehlo.add across dimensions = [2] : (tensor<24x7x512xf32>, tensor<f32>) -> tensor<24x7xf32>
  check.expect_eq %a0, %b0 : tensor<24x7xf32>
  %i1 = stablehlo.constant dense<1.0> : tensor<f32>
  %a1 = stablehlo.reduce(%sign init: %i1) applies stablehlo.multiply across dimensions = [1] : (tensor<24x512x7xf32>, tensor<f32>) -> tensor<24x7xf32>
  %t1 = stablehlo.transpose %sign, dims = [0, 2, 1] : (tensor<24x512x7xf32>) -> tensor<24x7x512xf32>
  %b1 = stablehlo.reduce(%t1 init: %i1) applies stablehlo.multiply across dimensions = [2] : (tensor<24x7x512xf32>, tensor<f32>) -> tensor<24x7xf32>
  check.expect_eq %a1, %b1 : tensor<24x7xf32>
  %i2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %a2 = stablehlo.reduce(%whole init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<24x512x7xf32>, tensor<f32>) -> tensor<24x7xf32>
  %t2 = stablehlo.transpose %whole, dims = [0, 2, 1] : (tensor<24x512x7xf32>) -> tensor<24x7x512xf32>
  %b2 = stablehlo.reduce(%t2 init: %i2) applies stablehlo.maximum across dimensions = [2] : (tensor<24x7x512xf32>, tensor<f32>) -> tensor<24x7xf32>
  check.expect_eq %a2, %b2 : tensor<24x7xf32>
  %i3 = stablehlo.constant dense<0.25> : tensor<f32>
  %a3 = stablehlo.reduce(%whole init: %i3) applies stablehlo.minimum across dimensions = [1] : (tensor<24x512x7xf32>, tensor<f32>) -> tensor<24x7xf32>
  %t3 = stablehlo.transpose %whole, dims = [0, 2, 1] : (tensor<24x512x7xf32>) -> tensor<24x7x512xf32>
  %b3 = stablehlo.reduce(%t3 init: %i3) applies stablehlo.minimum across dimensions = [2] : (tensor<24x7x512xf32>, tensor<f32>) -> tensor<24x7xf32>
  check.expect_eq %a3, %b3 : tensor<24x7xf32>
  %v4 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xf64>
  %i4 = stablehlo.constant dense<3.0> : tensor<f64>
  %a4 = stablehlo.reduce(%v4 init: %i4) applies stablehlo.add across dimensions = [1] : (tensor<24x512x7xf64>, tensor<f64>) -> tensor<24x7xf64>
  %t4 = stablehlo.transpose %v4, dims = [0, 2, 1] : (tensor<24x512x7xf64>) -> tensor<24x7x512xf64>
  %b4 = stablehlo.reduce(%t4 init: %i4) applies stablehlo.add across dimensions = [2] : (tensor<24x7x512xf64>, tensor<f64>) -> tensor<24x7xf64>
  check.expect_eq %a4, %b4 : tensor<24x7xf64>
  %v5 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xf16>
  %i5 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %a5 = stablehlo.reduce(%v5 init: %i5) applies stablehlo.maximum across dimensions = [1] : (tensor<24x512x7xf16>, tensor<f16>) -> tensor<24x7xf16>
  %t5 = stablehlo.transpose %v5, dims = [0, 2, 1] : (tensor<24x512x7xf16>) -> tensor<24x7x512xf16>
  %b5 = stablehlo.reduce(%t5 init: %i5) applies stablehlo.maximum across dimensions = [2] : (tensor<24x7x512xf16>, tensor<f16>) -> tensor<24x7xf16>
  check.expect_eq %a5, %b5 : tensor<24x7xf16>
  %v6 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xbf16>
  %i6 = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %a6 = stablehlo.reduce(%v6 init: %i6) applies stablehlo.minimum across dimensions = [1] : (tensor<24x512x7xbf16>, tensor<bf16>) -> tensor<24x7xbf16>
  %t6 = stablehlo.transpose %v6, dims = [0, 2, 1] : (tensor<24x512x7xbf16>) -> tensor<24x7x512xbf16>
  %b6 = stablehlo.reduce(%t6 init: %i6) applies stablehlo.minimum across dimensions = [2] : (tensor<24x7x512xbf16>, tensor<bf16>) -> tensor<24x7xbf16>
  check.expect_eq %a6, %b6 : tensor<24x7xbf16>
  %v7 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xi32>
  %i7 = stablehlo.constant dense<5> : tensor<i32>
  %a7 = stablehlo.reduce(%v7 init: %i7) applies stablehlo.add across dimensions = [1] : (tensor<24x512x7xi32>, tensor<i32>) -> tensor<24x7xi32>
  %t7 = stablehlo.transpose %v7, dims = [0, 2, 1] : (tensor<24x512x7xi32>) -> tensor<24x7x512xi32>
  %b7 = stablehlo.reduce(%t7 init: %i7) applies stablehlo.add across dimensions = [2] : (tensor<24x7x512xi32>, tensor<i32>) -> tensor<24x7xi32>
  check.expect_eq %a7, %b7 : tensor<24x7xi32>
  %v8 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xi32>
  %i8 = stablehlo.constant dense<3> : tensor<i32>
  %a8 = stablehlo.reduce(%v8 init: %i8) applies stablehlo.multiply across dimensions = [1] : (tensor<24x512x7xi32>, tensor<i32>) -> tensor<24x7xi32>
  %t8 = stablehlo.transpose %v8, dims = [0, 2, 1] : (tensor<24x512x7xi32>) -> tensor<24x7x512xi32>
  %b8 = stablehlo.reduce(%t8 init: %i8) applies stablehlo.multiply across dimensions = [2] : (tensor<24x7x512xi32>, tensor<i32>) -> tensor<24x7xi32>
  check.expect_eq %a8, %b8 : tensor<24x7xi32>
  %v9 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xi32>
  %i9 = stablehlo.constant dense<7> : tensor<i32>
  %a9 = stablehlo.reduce(%v9 init: %i9) applies stablehlo.minimum across dimensions = [1] : (tensor<24x512x7xi32>, tensor<i32>) -> tensor<24x7xi32>
  %t9 = stablehlo.transpose %v9, dims = [0, 2, 1] : (tensor<24x512x7xi32>) -> tensor<24x7x512xi32>
  %b9 = stablehlo.reduce(%t9 init: %i9) applies stablehlo.minimum across dimensions = [2] : (tensor<24x7x512xi32>, tensor<i32>) -> tensor<24x7xi32>
  check.expect_eq %a9, %b9 : tensor<24x7xi32>
  %v10 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xi8>
  %i10 = stablehlo.constant dense<-128> : tensor<i8>
  %a10 = stablehlo.reduce(%v10 init: %i10) applies stablehlo.maximum across dimensions = [1] : (tensor<24x512x7xi8>, tensor<i8>) -> tensor<24x7xi8>
  %t10 = stablehlo.transpose %v10, dims = [0, 2, 1] : (tensor<24x512x7xi8>) -> tensor<24x7x512xi8>
  %b10 = stablehlo.reduce(%t10 init: %i10) applies stablehlo.maximum across dimensions = [2] : (tensor<24x7x512xi8>, tensor<i8>) -> tensor<24x7xi8>
  check.expect_eq %a10, %b10 : tensor<24x7xi8>
  %v11 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xi8>
  %i11 = stablehlo.constant dense<0> : tensor<i8>
  %a11 = stablehlo.reduce(%v11 init: %i11) applies stablehlo.add across dimensions = [1] : (tensor<24x512x7xi8>, tensor<i8>) -> tensor<24x7xi8>
  %t11 = stablehlo.transpose %v11, dims = [0, 2, 1] : (tensor<24x512x7xi8>) -> tensor<24x7x512xi8>
  %b11 = stablehlo.reduce(%t11 init: %i11) applies stablehlo.add across dimensions = [2] : (tensor<24x7x512xi8>, tensor<i8>) -> tensor<24x7xi8>
  check.expect_eq %a11, %b11 : tensor<24x7xi8>
  %v12 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xui8>
  %i12 = stablehlo.constant dense<255> : tensor<ui8>
  %a12 = stablehlo.reduce(%v12 init: %i12) applies stablehlo.minimum across dimensions = [1] : (tensor<24x512x7xui8>, tensor<ui8>) -> tensor<24x7xui8>
  %t12 = stablehlo.transpose %v12, dims = [0, 2, 1] : (tensor<24x512x7xui8>) -> tensor<24x7x512xui8>
  %b12 = stablehlo.reduce(%t12 init: %i12) applies stablehlo.minimum across dimensions = [2] : (tensor<24x7x512xui8>, tensor<ui8>) -> tensor<24x7xui8>
  check.expect_eq %a12, %b12 : tensor<24x7xui8>
  %i13 = stablehlo.constant dense<false> : tensor<i1>
  %a13 = stablehlo.reduce(%big init: %i13) applies stablehlo.or across dimensions = [1] : (tensor<24x512x7xi1>, tensor<i1>) -> tensor<24x7xi1>
  %t13 = stablehlo.transpose %big, dims = [0, 2, 1] : (tensor<24x512x7xi1>) -> tensor<24x7x512xi1>
  %b13 = stablehlo.reduce(%t13 init: %i13) applies stablehlo.or across dimensions = [2] : (tensor<24x7x512xi1>, tensor<i1>) -> tensor<24x7xi1>
  check.expect_eq %a13, %b13 : tensor<24x7xi1>
  %i14 = stablehlo.constant dense<true> : tensor<i1>
  %a14 = stablehlo.reduce(%big init: %i14) applies stablehlo.and across dimensions = [1] : (tensor<24x512x7xi1>, tensor<i1>) -> tensor<24x7xi1>
  %t14 = stablehlo.transpose %big, dims = [0, 2, 1] : (tensor<24x512x7xi1>) -> tensor<24x7x512xi1>
  %b14 = stablehlo.reduce(%t14 init: %i14) applies stablehlo.and across dimensions = [2] : (tensor<24x7x512xi1>, tensor<i1>) -> tensor<24x7xi1>
  check.expect_eq %a14, %b14 : tensor<24x7xi1>
  %v15 = stablehlo.convert %whole : (tensor<24x512x7xf32>) -> tensor<24x512x7xi64>
  %i15 = stablehlo.constant dense<-9> : tensor<i64>
  %a15 = stablehlo.reduce(%v15 init: %i15) applies stablehlo.maximum across dimensions = [1] : (tensor<24x512x7xi64>, tensor<i64>) -> tensor<24x7xi64>
  %t15 = stablehlo.transpose %v15, dims = [0, 2, 1] : (tensor<24x512x7xi64>) -> tensor<24x7x512xi64>
  %b15 = stablehlo.reduce(%t15 init: %i15) applies stablehlo.maximum across dimensions = [2] : (tensor<24x7x512xi64>, tensor<i64>) -> tensor<24x7xi64>
  check.expect_eq %a15, %b15 : tensor<24x7xi64>
  return
}
