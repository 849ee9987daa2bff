// The greatest or least element and its first place, along rows, columns and middle dimensions: NaN before all numbers, the
// first of equals, place 0 where all are as bad as can be; also where the step is written otherwise.
//
// RUN: sdyc run %s
// RUN: SDYRT_ISA=avx2 sdyc run %s
// RUN: SDYRT_ISA=baseline sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func private @f0(%a: tensor<19x3xf32>) -> (tensor<19xf32>, tensor<19xi32>) {
  %worst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<19x3xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<19x3xf32>, tensor<19x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<19xf32>, tensor<19xi32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %better = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f32>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<f32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<19xf32>, tensor<19xi32>
}

func.func private @f1(%a: tensor<18x17xf32>) -> (tensor<18xf32>, tensor<18xi32>) {
  %worst = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<18x17xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<18x17xf32>, tensor<18x17xi32>, tensor<f32>, tensor<i32>) -> (tensor<18xf32>, tensor<18xi32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %better = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f32>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<f32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<18xf32>, tensor<18xi32>
}

func.func private @f2(%a: tensor<3x33xf64>) -> (tensor<3xf64>, tensor<3xi64>) {
  %worst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %places = stablehlo.iota dim = 1 : tensor<3x33xi64>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<3x33xf64>, tensor<3x33xi64>, tensor<f64>, tensor<i64>) -> (tensor<3xf64>, tensor<3xi64>)
    reducer(%x: tensor<f64>, %y: tensor<f64>) (%i: tensor<i64>, %j: tensor<i64>) {
      %better = stablehlo.compare GT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f64>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i64>
      stablehlo.return %value, %place : tensor<f64>, tensor<i64>
    }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xi64>
}

func.func private @f3(%a: tensor<5x7xf16>) -> (tensor<5xf16>, tensor<5xi32>) {
  %worst = stablehlo.constant dense<0xFC00> : tensor<f16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<5x7xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<5x7xf16>, tensor<5x7xi32>, tensor<f16>, tensor<i32>) -> (tensor<5xf16>, tensor<5xi32>)
    reducer(%x: tensor<f16>, %y: tensor<f16>) (%i: tensor<i32>, %j: tensor<i32>) {
      %better = stablehlo.compare GT, %x, %y : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f16>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<f16>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<5xf16>, tensor<5xi32>
}

func.func private @f4(%a: tensor<4x21xbf16>) -> (tensor<4xbf16>, tensor<4xi32>) {
  %worst = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<4x21xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<4x21xbf16>, tensor<4x21xi32>, tensor<bf16>, tensor<i32>) -> (tensor<4xbf16>, tensor<4xi32>)
    reducer(%x: tensor<bf16>, %y: tensor<bf16>) (%i: tensor<i32>, %j: tensor<i32>) {
      %better = stablehlo.compare LT, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<bf16>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<bf16>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<4xbf16>, tensor<4xi32>
}

func.func private @f5(%a: tensor<17x5xi8>) -> (tensor<17xi8>, tensor<17xi32>) {
  %worst = stablehlo.constant dense<-128> : tensor<i8>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<17x5xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<17x5xi8>, tensor<17x5xi32>, tensor<i8>, tensor<i32>) -> (tensor<17xi8>, tensor<17xi32>)
    reducer(%x: tensor<i8>, %y: tensor<i8>) (%i: tensor<i32>, %j: tensor<i32>) {
      %better = stablehlo.compare GT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<i8>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<i8>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<17xi8>, tensor<17xi32>
}

func.func private @f6(%a: tensor<3x70xui8>) -> (tensor<3xui8>, tensor<3xi64>) {
  %worst = stablehlo.constant dense<255> : tensor<ui8>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %places = stablehlo.iota dim = 1 : tensor<3x70xi64>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<3x70xui8>, tensor<3x70xi64>, tensor<ui8>, tensor<i64>) -> (tensor<3xui8>, tensor<3xi64>)
    reducer(%x: tensor<ui8>, %y: tensor<ui8>) (%i: tensor<i64>, %j: tensor<i64>) {
      %better = stablehlo.compare LT, %x, %y : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<ui8>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i64>
      stablehlo.return %value, %place : tensor<ui8>, tensor<i64>
    }
  return %r#0, %r#1 : tensor<3xui8>, tensor<3xi64>
}

func.func private @f7(%a: tensor<6x20xi32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %worst = stablehlo.constant dense<2147483647> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<6x20xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<6x20xi32>, tensor<6x20xi32>, tensor<i32>, tensor<i32>) -> (tensor<6xi32>, tensor<6xi32>)
    reducer(%x: tensor<i32>, %y: tensor<i32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %keeps = stablehlo.compare LE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<i32>
      %place = stablehlo.select %keeps, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<i32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<6xi32>, tensor<6xi32>
}

func.func private @f8(%a: tensor<9x20xf32>) -> (tensor<20xf32>, tensor<20xi32>) {
  %worst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 0 : tensor<9x20xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [0] : (tensor<9x20xf32>, tensor<9x20xi32>, tensor<f32>, tensor<i32>) -> (tensor<20xf32>, tensor<20xi32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %better = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f32>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<f32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<20xf32>, tensor<20xi32>
}

func.func private @f9(%a: tensor<5x18xf64>) -> (tensor<18xf64>, tensor<18xi64>) {
  %worst = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %places = stablehlo.iota dim = 0 : tensor<5x18xi64>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [0] : (tensor<5x18xf64>, tensor<5x18xi64>, tensor<f64>, tensor<i64>) -> (tensor<18xf64>, tensor<18xi64>)
    reducer(%x: tensor<f64>, %y: tensor<f64>) (%i: tensor<i64>, %j: tensor<i64>) {
      %better = stablehlo.compare LT, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f64>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i64>
      stablehlo.return %value, %place : tensor<f64>, tensor<i64>
    }
  return %r#0, %r#1 : tensor<18xf64>, tensor<18xi64>
}

func.func private @f10(%a: tensor<6x33xi8>) -> (tensor<33xi8>, tensor<33xi64>) {
  %worst = stablehlo.constant dense<-128> : tensor<i8>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %places = stablehlo.iota dim = 0 : tensor<6x33xi64>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [0] : (tensor<6x33xi8>, tensor<6x33xi64>, tensor<i8>, tensor<i64>) -> (tensor<33xi8>, tensor<33xi64>)
    reducer(%x: tensor<i8>, %y: tensor<i8>) (%i: tensor<i64>, %j: tensor<i64>) {
      %better = stablehlo.compare GT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<i8>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i64>
      stablehlo.return %value, %place : tensor<i8>, tensor<i64>
    }
  return %r#0, %r#1 : tensor<33xi8>, tensor<33xi64>
}

func.func private @f11(%a: tensor<3x7x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xi64>) {
  %worst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %places = stablehlo.iota dim = 1 : tensor<3x7x4xi64>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<3x7x4xf32>, tensor<3x7x4xi64>, tensor<f32>, tensor<i64>) -> (tensor<3x4xf32>, tensor<3x4xi64>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i64>, %j: tensor<i64>) {
      %better = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %keeps = stablehlo.or %better, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %first = stablehlo.and %same, %before : tensor<i1>
      %stays = stablehlo.or %keeps, %first : tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f32>
      %place = stablehlo.select %stays, %i, %j : tensor<i1>, tensor<i64>
      stablehlo.return %value, %place : tensor<f32>, tensor<i64>
    }
  return %r#0, %r#1 : tensor<3x4xf32>, tensor<3x4xi64>
}

func.func private @f12(%a: tensor<2x5xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %worst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %r:2 = stablehlo.reduce(%a init: %worst), (%places init: %zero) across dimensions = [1] : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %keeps = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<f32>
      %place = stablehlo.select %keeps, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<f32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
}
func.func public @main() {
  %c0 = stablehlo.constant dense<[[0xFF800000, 0xFF800000, 0xFF800000], [1.0, 2.0, -1.0], [3.0, -2.0, -1.0], [0.0, -1.0, 0.0], [3.0, 2.0, -1.0], [1.0, 0x7FC00000, -2.0], [3.0, -1.0, -1.0], [3.0, 3.0, -2.0], [1.0, 1.0, -2.0], [0x7FC00000, -1.0, 3.0], [-2.0, 0.0, -2.0], [0.0, 1.0, -1.0], [0.0, 2.0, 0.0], [2.0, 0x7FC00000, -1.0], [-2.0, 0x7FC00000, -2.0], [3.0, 3.0, -2.0], [-1.0, 0x7FC00000, 1.0], [2.0, 0.0, 0.0], [0x7FC00000, 3.0, 1.0]]> : tensor<19x3xf32>
  %a0 = stablehlo.optimization_barrier %c0 : tensor<19x3xf32>
  %r0:2 = call @f0(%a0) : (tensor<19x3xf32>) -> (tensor<19xf32>, tensor<19xi32>)
  check.expect_eq_const %r0#1, dense<[0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0]> : tensor<19xi32>
  %c1 = stablehlo.constant dense<[[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [-2.0, 1.0, -2.0, 2.0, 0x7FC00000, 0x7FC00000, -1.0, 0.0, -2.0, -2.0, 0x7FC00000, -2.0, -1.0, 2.0, 2.0, 0.0, 0.0], [3.0, -2.0, 0x7FC00000, 0.0, 2.0, 0.0, 0x7FC00000, 1.0, 0.0, 2.0, 3.0, 3.0, 0.0, 0.0, -1.0, -1.0, 0.0], [3.0, -2.0, -1.0, 2.0, -1.0, 2.0, -1.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0x7FC00000, -1.0, 0x7FC00000, 0.0, 1.0], [3.0, 2.0, -1.0, 2.0, 1.0, -2.0, 0.0, 2.0, 2.0, 2.0, 1.0, 3.0, 0x7FC00000, 3.0, -1.0, 3.0, -2.0], [-1.0, -2.0, -1.0, 0.0, -1.0, -1.0, 0x7FC00000, 3.0, -2.0, -2.0, -2.0, 1.0, 0x7FC00000, 3.0, 2.0, -1.0, 2.0], [-1.0, 2.0, 0.0, 3.0, -1.0, 2.0, 0.0, 3.0, -1.0, -1.0, -2.0, 1.0, 0.0, -2.0, -2.0, 2.0, 3.0], [2.0, -2.0, 2.0, -1.0, -2.0, 2.0, -2.0, 3.0, 0.0, -1.0, 0.0, -2.0, 0.0, 2.0, 2.0, -2.0, 0x7FC00000], [2.0, -1.0, -1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 2.0, -1.0, 2.0, 2.0, 3.0, 0.0, 0.0, -1.0, -2.0], [-2.0, 1.0, 0x7FC00000, -1.0, 1.0, -2.0, 2.0, 1.0, 0x7FC00000, 1.0, -2.0, 3.0, -2.0, -2.0, 0.0, 0x7FC00000, -1.0], [2.0, 2.0, -2.0, 1.0, 3.0, 1.0, 0.0, 2.0, -2.0, 0x7FC00000, 1.0, -1.0, 3.0, 2.0, 0x7FC00000, 0.0, 0.0], [-1.0, 1.0, 2.0, 0x7FC00000, 0x7FC00000, 2.0, 2.0, 0x7FC00000, 0.0, -1.0, 0x7FC00000, -1.0, 0x7FC00000, 3.0, 2.0, -1.0, 2.0], [3.0, 2.0, -2.0, 3.0, 2.0, 3.0, -1.0, 3.0, 0.0, 3.0, 1.0, 1.0, 0.0, 3.0, -1.0, 0x7FC00000, 0x7FC00000], [-1.0, -2.0, 1.0, 0.0, -2.0, 3.0, -2.0, -2.0, -1.0, 2.0, -1.0, 2.0, 1.0, 0.0, 0x7FC00000, 2.0, 0.0], [1.0, 0.0, 0.0, -2.0, -1.0, 1.0, 3.0, -1.0, 0.0, 0.0, 3.0, -2.0, 0x7FC00000, 1.0, -1.0, 2.0, 1.0], [-2.0, 0.0, 0x7FC00000, -1.0, 3.0, 0.0, -1.0, 0.0, 0x7FC00000, 1.0, 2.0, -1.0, 3.0, 0.0, 2.0, 1.0, 1.0], [0.0, -1.0, 0.0, 1.0, 1.0, 0x7FC00000, 1.0, 0.0, 3.0, -2.0, -1.0, 3.0, 0x7FC00000, 2.0, 1.0, 2.0, -1.0], [-1.0, 0x7FC00000, 3.0, 0.0, 3.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0x7FC00000, 0.0, 3.0, 0.0, -2.0, 0.0]]> : tensor<18x17xf32>
  %a1 = stablehlo.optimization_barrier %c1 : tensor<18x17xf32>
  %r1:2 = call @f1(%a1) : (tensor<18x17xf32>) -> (tensor<18xf32>, tensor<18xi32>)
  check.expect_eq_const %r1#1, dense<[0, 4, 2, 12, 12, 6, 10, 16, 16, 2, 9, 3, 15, 14, 12, 2, 5, 1]> : tensor<18xi32>
  %c2 = stablehlo.constant dense<[[0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000], [-2.0, 0.0, -2.0, 2.0, -1.0, -1.0, 0.0, -1.0, -2.0, 0.0, 3.0, 1.0, 1.0, 3.0, 0.0, 0x7FF8000000000000, 0.0, -1.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 1.0, 0.0, 2.0, 0.0, 0.0, 0.0, -2.0, 3.0, -2.0, 2.0, 0x7FF8000000000000, 2.0], [0.0, 0.0, -1.0, -1.0, -1.0, -2.0, 0x7FF8000000000000, 0.0, -1.0, -2.0, 0.0, -1.0, 0.0, -1.0, 2.0, -1.0, 1.0, 0.0, 1.0, 1.0, -2.0, 1.0, 0x7FF8000000000000, -1.0, -2.0, 3.0, 2.0, 2.0, -1.0, 0x7FF8000000000000, 0x7FF8000000000000, -1.0, 3.0]]> : tensor<3x33xf64>
  %a2 = stablehlo.optimization_barrier %c2 : tensor<3x33xf64>
  %r2:2 = call @f2(%a2) : (tensor<3x33xf64>) -> (tensor<3xf64>, tensor<3xi64>)
  check.expect_eq_const %r2#1, dense<[0, 15, 6]> : tensor<3xi64>
  %c3 = stablehlo.constant dense<[[0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00], [3.0, 1.0, 1.0, 0.0, 3.0, -2.0, 0x7E00], [-2.0, -1.0, 3.0, 0x7E00, -2.0, 0x7E00, 1.0], [2.0, 1.0, 1.0, -1.0, -1.0, 2.0, 1.0], [-2.0, -1.0, 2.0, -2.0, -2.0, 3.0, -1.0]]> : tensor<5x7xf16>
  %a3 = stablehlo.optimization_barrier %c3 : tensor<5x7xf16>
  %r3:2 = call @f3(%a3) : (tensor<5x7xf16>) -> (tensor<5xf16>, tensor<5xi32>)
  check.expect_eq_const %r3#1, dense<[0, 6, 3, 0, 5]> : tensor<5xi32>
  %c4 = stablehlo.constant dense<[[0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80], [-1.0, 0.0, 3.0, -2.0, 0.0, 3.0, -2.0, 0.0, 3.0, 1.0, 1.0, 0x7FC0, -2.0, -2.0, 0x7FC0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0], [1.0, -1.0, -2.0, -2.0, 0.0, 2.0, 1.0, 0.0, 2.0, 1.0, 3.0, 0.0, -2.0, 0x7FC0, 0x7FC0, 0.0, 2.0, 2.0, 0.0, 2.0, 3.0], [-1.0, -2.0, -2.0, 2.0, 0x7FC0, 0.0, 2.0, 2.0, 3.0, 3.0, 3.0, 0.0, 1.0, -2.0, -1.0, -2.0, 3.0, 3.0, 1.0, -1.0, 2.0]]> : tensor<4x21xbf16>
  %a4 = stablehlo.optimization_barrier %c4 : tensor<4x21xbf16>
  %r4:2 = call @f4(%a4) : (tensor<4x21xbf16>) -> (tensor<4xbf16>, tensor<4xi32>)
  check.expect_eq_const %r4#1, dense<[0, 11, 13, 4]> : tensor<4xi32>
  %c5 = stablehlo.constant dense<[[-1, -2, 2, -2, 2], [3, 2, -2, -2, -2], [-2, 2, 0, 2, -2], [-1, -1, -1, 0, -2], [3, -1, 2, 0, -2], [2, -2, -2, -1, -2], [1, -2, -2, -2, -2], [1, 1, 2, -2, 3], [0, 0, -1, 1, 2], [-2, -2, -2, -1, 3], [-1, 2, -2, 1, 3], [3, 2, 1, -2, 0], [0, -2, 1, -1, -1], [-1, -2, 3, 2, 0], [2, 2, 3, 0, 1], [0, 3, -1, 2, 1], [-2, -1, 2, 2, 3]]> : tensor<17x5xi8>
  %a5 = stablehlo.optimization_barrier %c5 : tensor<17x5xi8>
  %r5:2 = call @f5(%a5) : (tensor<17x5xi8>) -> (tensor<17xi8>, tensor<17xi32>)
  check.expect_eq_const %r5#1, dense<[2, 0, 1, 3, 0, 0, 0, 4, 4, 4, 4, 0, 2, 2, 2, 1, 4]> : tensor<17xi32>
  check.expect_eq_const %r5#0, dense<[2, 3, 2, 0, 3, 2, 1, 3, 2, 3, 3, 3, 1, 3, 3, 3, 3]> : tensor<17xi8>
  %c6 = stablehlo.constant dense<[[250, 0, 2, 250, 0, 1, 2, 0, 0, 0, 1, 1, 250, 250, 1, 1, 250, 1, 1, 1, 1, 2, 2, 2, 0, 250, 250, 250, 2, 2, 250, 2, 250, 0, 1, 0, 0, 1, 250, 1, 250, 1, 1, 1, 0, 250, 0, 2, 1, 1, 250, 0, 0, 0, 2, 1, 0, 250, 0, 2, 2, 2, 2, 1, 0, 0, 0, 2, 1, 0], [1, 250, 1, 250, 2, 0, 0, 250, 0, 1, 1, 250, 250, 250, 0, 250, 1, 250, 2, 0, 250, 250, 250, 250, 1, 250, 0, 2, 2, 2, 250, 2, 250, 1, 0, 1, 2, 2, 1, 250, 1, 1, 1, 0, 1, 250, 1, 0, 1, 0, 1, 250, 250, 1, 0, 0, 250, 250, 2, 250, 0, 0, 1, 250, 0, 250, 250, 0, 1, 1], [0, 250, 250, 1, 1, 2, 0, 2, 0, 0, 2, 2, 250, 2, 250, 1, 2, 0, 2, 2, 2, 0, 0, 250, 0, 0, 0, 0, 0, 0, 1, 0, 250, 0, 1, 2, 1, 250, 2, 250, 2, 0, 250, 2, 250, 0, 2, 1, 250, 0, 250, 2, 250, 1, 250, 2, 1, 2, 250, 250, 1, 250, 250, 2, 2, 1, 250, 250, 0, 1]]> : tensor<3x70xui8>
  %a6 = stablehlo.optimization_barrier %c6 : tensor<3x70xui8>
  %r6:2 = call @f6(%a6) : (tensor<3x70xui8>) -> (tensor<3xui8>, tensor<3xi64>)
  check.expect_eq_const %r6#1, dense<[1, 5, 0]> : tensor<3xi64>
  check.expect_eq_const %r6#0, dense<[0, 0, 0]> : tensor<3xui8>
  %c7 = stablehlo.constant dense<[[1, -2, 0, 3, 0, -2, -2, -2, 0, 2, 1, -1, -2, 0, -1, 0, 3, 3, -2, -2], [2, 2, 0, 0, 1, 3, 0, 2, -1, 2, 0, 3, 0, -2, 1, 1, -2, 0, 1, -2], [1, -1, 0, 0, 1, 2, 1, 1, -1, -1, 3, -1, -1, 2, -1, 1, 3, 1, -1, 0], [0, 0, -1, 0, 0, 1, 2, 0, 0, 3, 3, 1, -2, -1, 0, -2, 3, -2, -2, 2], [3, -1, -2, 3, 0, 2, -1, 3, 3, 1, 0, -1, 0, 3, 2, -2, -2, 0, 2, 2], [1, 3, 0, -1, -2, -2, 2, 3, -2, 0, -1, -1, 1, 1, 2, 0, 2, 1, 3, 3]]> : tensor<6x20xi32>
  %a7 = stablehlo.optimization_barrier %c7 : tensor<6x20xi32>
  %r7:2 = call @f7(%a7) : (tensor<6x20xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  check.expect_eq_const %r7#1, dense<[1, 13, 1, 12, 2, 4]> : tensor<6xi32>
  check.expect_eq_const %r7#0, dense<[-2, -2, -1, -2, -2, -2]> : tensor<6xi32>
  %c8 = stablehlo.constant dense<[[0xFF800000, 2.0, 1.0, 2.0, 1.0, -2.0, 1.0, 0x7FC00000, 1.0, -2.0, -1.0, 3.0, -2.0, -1.0, 3.0, 2.0, 1.0, -1.0, 3.0, 3.0], [0xFF800000, 3.0, -1.0, 0.0, 2.0, 0.0, 0x7FC00000, 0.0, 0.0, 0x7FC00000, 1.0, 2.0, 0x7FC00000, -1.0, 0.0, -2.0, 3.0, 0.0, 1.0, -2.0], [0xFF800000, 2.0, 3.0, 3.0, 0.0, 2.0, 3.0, -2.0, 1.0, -2.0, 2.0, 1.0, 0.0, 3.0, 2.0, 3.0, 3.0, 0.0, 1.0, 0x7FC00000], [0xFF800000, -2.0, 2.0, 3.0, -2.0, 2.0, 1.0, 3.0, 0x7FC00000, 0x7FC00000, 3.0, 0x7FC00000, -1.0, 1.0, 2.0, 2.0, 2.0, 0.0, 3.0, 2.0], [0xFF800000, 0x7FC00000, -2.0, 1.0, -1.0, 0.0, 0.0, 1.0, -2.0, -1.0, 1.0, -1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 3.0, 2.0, 2.0], [0xFF800000, 0.0, 3.0, 1.0, 1.0, 0x7FC00000, 2.0, 3.0, 2.0, 0.0, -1.0, 0x7FC00000, 0.0, 3.0, 2.0, 2.0, 1.0, 0x7FC00000, 3.0, 3.0], [0xFF800000, 2.0, 2.0, 0.0, 0x7FC00000, 3.0, 0.0, -2.0, -2.0, 1.0, -1.0, 1.0, 1.0, -2.0, 3.0, -1.0, 2.0, -1.0, 1.0, 2.0], [0xFF800000, 1.0, 0.0, 0.0, 3.0, -2.0, 0.0, 0x7FC00000, 3.0, 0x7FC00000, -2.0, -1.0, -1.0, 0x7FC00000, 2.0, -1.0, 0x7FC00000, 1.0, 2.0, 1.0], [0xFF800000, -2.0, 1.0, -1.0, 0.0, 3.0, 2.0, 3.0, 3.0, 2.0, 2.0, 0x7FC00000, 2.0, -1.0, 1.0, -1.0, 2.0, 1.0, -1.0, 0.0]]> : tensor<9x20xf32>
  %a8 = stablehlo.optimization_barrier %c8 : tensor<9x20xf32>
  %r8:2 = call @f8(%a8) : (tensor<9x20xf32>) -> (tensor<20xf32>, tensor<20xi32>)
  check.expect_eq_const %r8#1, dense<[0, 4, 2, 2, 6, 5, 1, 0, 3, 1, 3, 3, 1, 7, 0, 2, 7, 5, 0, 2]> : tensor<20xi32>
  %c9 = stablehlo.constant dense<[[0x7FF0000000000000, 2.0, 0.0, 0x7FF8000000000000, 3.0, -2.0, 3.0, 1.0, 2.0, 2.0, 1.0, -2.0, 3.0, 0x7FF8000000000000, 0x7FF8000000000000, 0.0, 0x7FF8000000000000, 1.0], [0x7FF0000000000000, 2.0, 2.0, -1.0, 3.0, 0x7FF8000000000000, 2.0, 0.0, 1.0, 3.0, 2.0, 3.0, 0.0, 3.0, 1.0, 1.0, -2.0, 0x7FF8000000000000], [0x7FF0000000000000, 0x7FF8000000000000, 0.0, -2.0, -2.0, 0.0, -2.0, 0.0, 2.0, -2.0, 0.0, 3.0, 2.0, 0x7FF8000000000000, 3.0, 2.0, 2.0, -1.0], [0x7FF0000000000000, 0.0, 1.0, 1.0, 3.0, 1.0, 1.0, 1.0, -2.0, 1.0, -2.0, 3.0, -2.0, 3.0, -2.0, 0.0, 1.0, 3.0], [0x7FF0000000000000, 1.0, -2.0, 1.0, 2.0, 1.0, -2.0, 1.0, 1.0, 0.0, -1.0, 1.0, -1.0, 1.0, 3.0, 0.0, 3.0, 3.0]]> : tensor<5x18xf64>
  %a9 = stablehlo.optimization_barrier %c9 : tensor<5x18xf64>
  %r9:2 = call @f9(%a9) : (tensor<5x18xf64>) -> (tensor<18xf64>, tensor<18xi64>)
  check.expect_eq_const %r9#1, dense<[0, 2, 4, 0, 2, 1, 2, 1, 3, 2, 3, 0, 3, 0, 0, 0, 0, 1]> : tensor<18xi64>
  %c10 = stablehlo.constant dense<[[2, -1, 0, 1, 0, 2, 1, 3, 1, 0, 2, -1, 3, 0, -2, 2, 3, 0, -2, 2, -1, -2, 3, -1, 3, 3, -1, -1, 2, 3, 1, -1, 3], [3, 1, -1, 2, -2, -2, 1, 2, 1, 2, 2, 1, 1, 0, -1, 0, 3, -1, 1, 0, -1, 0, 1, 0, 3, -1, -2, 2, -1, -2, 2, 0, 3], [-1, -1, 3, 2, 1, -1, -1, 1, 2, 3, -1, -1, 2, -2, 2, -1, 2, -2, -1, -2, 2, -2, 2, 2, 2, 2, 1, 0, -1, -1, 1, -2, 2], [-2, -2, 1, 2, 3, 2, 3, 1, 3, 2, -1, 1, -1, -1, -1, 3, -1, 0, 0, 3, 3, -1, -1, 2, 0, 1, 3, 3, 1, 0, 2, -1, 1], [0, -1, 3, 0, 3, -2, 3, -2, -1, 2, 0, 2, 2, -1, 2, 3, 3, 2, -2, -2, 0, -1, 3, 1, 2, 1, 0, 2, 0, -1, 0, 1, 0], [1, 2, 3, 2, 1, 0, 0, -1, -2, 2, -1, 3, -2, 2, -2, 1, 3, 2, -2, -1, 0, -1, 3, 1, 3, 1, 2, 2, -1, 1, 0, 1, -1]]> : tensor<6x33xi8>
  %a10 = stablehlo.optimization_barrier %c10 : tensor<6x33xi8>
  %r10:2 = call @f10(%a10) : (tensor<6x33xi8>) -> (tensor<33xi8>, tensor<33xi64>)
  check.expect_eq_const %r10#1, dense<[1, 5, 2, 1, 3, 0, 3, 0, 3, 2, 0, 5, 0, 5, 2, 3, 0, 4, 1, 3, 3, 1, 0, 2, 0, 0, 3, 3, 0, 0, 1, 4, 0]> : tensor<33xi64>
  check.expect_eq_const %r10#0, dense<[3, 2, 3, 2, 3, 2, 3, 3, 3, 3, 2, 3, 3, 2, 2, 3, 3, 2, 1, 3, 3, 0, 3, 2, 3, 3, 3, 3, 2, 3, 2, 1, 3]> : tensor<33xi8>
  %c11 = stablehlo.constant dense<[[[0xFF800000, 3.0, 0.0, 2.0], [0xFF800000, 0.0, 3.0, 0x7FC00000], [0xFF800000, 2.0, 1.0, 3.0], [0xFF800000, -1.0, -2.0, 3.0], [0xFF800000, -2.0, -2.0, 2.0], [0xFF800000, 2.0, 0.0, -2.0], [0xFF800000, -2.0, 0x7FC00000, 0.0]], [[3.0, -2.0, 2.0, 0.0], [0.0, 2.0, 3.0, 3.0], [-2.0, 0.0, -2.0, 0x7FC00000], [-2.0, 3.0, -1.0, 1.0], [2.0, 1.0, -2.0, 3.0], [0.0, 0.0, -2.0, -1.0], [0.0, -1.0, -1.0, 0x7FC00000]], [[-1.0, 0x7FC00000, 1.0, 1.0], [3.0, -1.0, 3.0, 0x7FC00000], [2.0, 3.0, -2.0, 0x7FC00000], [1.0, 1.0, -1.0, 2.0], [2.0, -1.0, 1.0, -1.0], [-1.0, 2.0, -1.0, -1.0], [0x7FC00000, 2.0, -1.0, -2.0]]]> : tensor<3x7x4xf32>
  %a11 = stablehlo.optimization_barrier %c11 : tensor<3x7x4xf32>
  %r11:2 = call @f11(%a11) : (tensor<3x7x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xi64>)
  check.expect_eq_const %r11#1, dense<[[0, 0, 6, 1], [0, 3, 1, 2], [6, 0, 1, 1]]> : tensor<3x4xi64>
  %c12 = stablehlo.constant dense<[[1.0, 1.0, 0.0, 3.0, 0.0], [-1.0, 3.0, 1.0, 2.0, 1.0]]> : tensor<2x5xf32>
  %a12 = stablehlo.optimization_barrier %c12 : tensor<2x5xf32>
  %r12:2 = call @f12(%a12) : (tensor<2x5xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %r12#1, dense<[3, 1]> : tensor<2xi32>
  check.expect_eq_const %r12#0, dense<[3.0, 3.0]> : tensor<2xf32>
  return
}
