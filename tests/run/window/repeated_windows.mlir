// A sum over windows of elements that stand as far apart as windows are long repeats them: the gradient of an average
// over windows side by side. It has the bits of the sum, which begins with zero: minus zero becomes zero, NaN stays.
//
// RUN: sdyc run %s
// RUN: sdyc run --threads=3 %s
// RUN: sdyc kernels %s --entry=gradient | FileCheck %s
// CHECK: kernels: 1
// CHECK: b0[32 d0 + 4 d2 + d4]
func.func public @gradient(%x: tensor<16x8x4xf32>) -> tensor<32x16x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %zero, low = [1, 1, 0], high = [1, 1, 0], interior = [1, 1, 0] : (tensor<16x8x4xf32>, tensor<f32>) -> tensor<33x17x4xf32>
  %r = "stablehlo.reduce_window"(%p, %zero) <{window_dimensions = array<i64: 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<33x17x4xf32>, tensor<f32>) -> tensor<32x16x4xf32>
  return %r : tensor<32x16x4xf32>
}

func.func public @main() {
  // Edges that windows just leave.
  %i0 = stablehlo.iota dim = 0 : tensor<90xi32>
  %c0 = stablehlo.convert %i0 : (tensor<90xi32>) -> tensor<90xf32>
  %x0 = stablehlo.reshape %c0 : (tensor<90xf32>) -> tensor<5x6x3xf32>
  %m0 = stablehlo.constant dense<1.0e+01> : tensor<5x6x3xf32>
  %d0 = stablehlo.subtract %x0, %m0 : tensor<5x6x3xf32>
  %v0 = stablehlo.sqrt %d0 : tensor<5x6x3xf32>
  %w0 = stablehlo.negate %v0 : tensor<5x6x3xf32>
  %z0 = stablehlo.constant dense<0.0> : tensor<f32>
  %pa0 = stablehlo.pad %w0, %z0, low = [1, 2, 0], high = [1, 2, 0], interior = [1, 2, 0] : (tensor<5x6x3xf32>, tensor<f32>) -> tensor<11x20x3xf32>
  %ra0 = "stablehlo.reduce_window"(%pa0, %z0) <{window_dimensions = array<i64: 2, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<11x20x3xf32>, tensor<f32>) -> tensor<10x18x3xf32>
  %pb0 = stablehlo.pad %w0, %z0, low = [1, 2, 0], high = [1, 2, 0], interior = [1, 2, 0] : (tensor<5x6x3xf32>, tensor<f32>) -> tensor<11x20x3xf32>
  %b0 = stablehlo.optimization_barrier %pb0 : tensor<11x20x3xf32>
  %rb0 = "stablehlo.reduce_window"(%b0, %z0) <{window_dimensions = array<i64: 2, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<11x20x3xf32>, tensor<f32>) -> tensor<10x18x3xf32>
  %ua0 = stablehlo.bitcast_convert %ra0 : (tensor<10x18x3xf32>) -> tensor<10x18x3xi32>
  %ub0 = stablehlo.bitcast_convert %rb0 : (tensor<10x18x3xf32>) -> tensor<10x18x3xi32>
  check.expect_eq %ua0, %ub0 : tensor<10x18x3xi32>
  // Others, and a dimension that is only padded.
  %i1 = stablehlo.iota dim = 0 : tensor<90xi32>
  %c1 = stablehlo.convert %i1 : (tensor<90xi32>) -> tensor<90xf32>
  %x1 = stablehlo.reshape %c1 : (tensor<90xf32>) -> tensor<5x6x3xf32>
  %m1 = stablehlo.constant dense<1.0e+01> : tensor<5x6x3xf32>
  %d1 = stablehlo.subtract %x1, %m1 : tensor<5x6x3xf32>
  %v1 = stablehlo.sqrt %d1 : tensor<5x6x3xf32>
  %w1 = stablehlo.negate %v1 : tensor<5x6x3xf32>
  %z1 = stablehlo.constant dense<0.0> : tensor<f32>
  %pa1 = stablehlo.pad %w1, %z1, low = [0, 3, 1], high = [2, 1, -1], interior = [1, 2, 0] : (tensor<5x6x3xf32>, tensor<f32>) -> tensor<11x20x3xf32>
  %ra1 = "stablehlo.reduce_window"(%pa1, %z1) <{window_dimensions = array<i64: 2, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<11x20x3xf32>, tensor<f32>) -> tensor<10x18x3xf32>
  %pb1 = stablehlo.pad %w1, %z1, low = [0, 3, 1], high = [2, 1, -1], interior = [1, 2, 0] : (tensor<5x6x3xf32>, tensor<f32>) -> tensor<11x20x3xf32>
  %b1 = stablehlo.optimization_barrier %pb1 : tensor<11x20x3xf32>
  %rb1 = "stablehlo.reduce_window"(%b1, %z1) <{window_dimensions = array<i64: 2, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<11x20x3xf32>, tensor<f32>) -> tensor<10x18x3xf32>
  %ua1 = stablehlo.bitcast_convert %ra1 : (tensor<10x18x3xf32>) -> tensor<10x18x3xi32>
  %ub1 = stablehlo.bitcast_convert %rb1 : (tensor<10x18x3xf32>) -> tensor<10x18x3xi32>
  check.expect_eq %ua1, %ub1 : tensor<10x18x3xi32>
  // Cut off.
  %i2 = stablehlo.iota dim = 0 : tensor<28xi32>
  %c2 = stablehlo.convert %i2 : (tensor<28xi32>) -> tensor<28xbf16>
  %x2 = stablehlo.reshape %c2 : (tensor<28xbf16>) -> tensor<7x4xbf16>
  %m2 = stablehlo.constant dense<1.0e+01> : tensor<7x4xbf16>
  %d2 = stablehlo.subtract %x2, %m2 : tensor<7x4xbf16>
  %v2 = stablehlo.sqrt %d2 : tensor<7x4xbf16>
  %w2 = stablehlo.negate %v2 : tensor<7x4xbf16>
  %z2 = stablehlo.constant dense<0.0> : tensor<bf16>
  %pa2 = stablehlo.pad %w2, %z2, low = [-1, 0], high = [4, -1], interior = [2, 1] : (tensor<7x4xbf16>, tensor<bf16>) -> tensor<22x6xbf16>
  %ra2 = "stablehlo.reduce_window"(%pa2, %z2) <{window_dimensions = array<i64: 3, 2>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<22x6xbf16>, tensor<bf16>) -> tensor<20x5xbf16>
  %pb2 = stablehlo.pad %w2, %z2, low = [-1, 0], high = [4, -1], interior = [2, 1] : (tensor<7x4xbf16>, tensor<bf16>) -> tensor<22x6xbf16>
  %b2 = stablehlo.optimization_barrier %pb2 : tensor<22x6xbf16>
  %rb2 = "stablehlo.reduce_window"(%b2, %z2) <{window_dimensions = array<i64: 3, 2>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<22x6xbf16>, tensor<bf16>) -> tensor<20x5xbf16>
  %ua2 = stablehlo.bitcast_convert %ra2 : (tensor<20x5xbf16>) -> tensor<20x5xi16>
  %ub2 = stablehlo.bitcast_convert %rb2 : (tensor<20x5xbf16>) -> tensor<20x5xi16>
  check.expect_eq %ua2, %ub2 : tensor<20x5xi16>
  // The sum pads too.
  %i3 = stablehlo.iota dim = 0 : tensor<28xi32>
  %c3 = stablehlo.convert %i3 : (tensor<28xi32>) -> tensor<28xi8>
  %x3 = stablehlo.reshape %c3 : (tensor<28xi8>) -> tensor<7x4xi8>
  %z3 = stablehlo.constant dense<0> : tensor<i8>
  %pa3 = stablehlo.pad %x3, %z3, low = [2, 0], high = [3, 0], interior = [2, 0] : (tensor<7x4xi8>, tensor<i8>) -> tensor<24x4xi8>
  %ra3 = "stablehlo.reduce_window"(%pa3, %z3) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[0, 2], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) : (tensor<24x4xi8>, tensor<i8>) -> tensor<24x5xi8>
  %pb3 = stablehlo.pad %x3, %z3, low = [2, 0], high = [3, 0], interior = [2, 0] : (tensor<7x4xi8>, tensor<i8>) -> tensor<24x4xi8>
  %b3 = stablehlo.optimization_barrier %pb3 : tensor<24x4xi8>
  %rb3 = "stablehlo.reduce_window"(%b3, %z3) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[0, 2], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) : (tensor<24x4xi8>, tensor<i8>) -> tensor<24x5xi8>
  check.expect_eq %ra3, %rb3 : tensor<24x5xi8>
  // Holes that the sum makes.
  %i4 = stablehlo.iota dim = 0 : tensor<20xi32>
  %c4 = stablehlo.convert %i4 : (tensor<20xi32>) -> tensor<20xf32>
  %x4 = stablehlo.reshape %c4 : (tensor<20xf32>) -> tensor<4x5xf32>
  %m4 = stablehlo.constant dense<1.0e+01> : tensor<4x5xf32>
  %d4 = stablehlo.subtract %x4, %m4 : tensor<4x5xf32>
  %v4 = stablehlo.sqrt %d4 : tensor<4x5xf32>
  %w4 = stablehlo.negate %v4 : tensor<4x5xf32>
  %z4 = stablehlo.constant dense<0.0> : tensor<f32>
  %ra4 = "stablehlo.reduce_window"(%w4, %z4) <{window_dimensions = array<i64: 2, 2>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>, base_dilations = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<f32>) -> tensor<8x10xf32>
  %q4 = stablehlo.pad %w4, %z4, low = [0, 0], high = [0, 0], interior = [1, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<7x9xf32>
  %b4 = stablehlo.optimization_barrier %q4 : tensor<7x9xf32>
  %rb4 = "stablehlo.reduce_window"(%b4, %z4) <{window_dimensions = array<i64: 2, 2>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<f32>) -> tensor<8x10xf32>
  %ua4 = stablehlo.bitcast_convert %ra4 : (tensor<8x10xf32>) -> tensor<8x10xi32>
  %ub4 = stablehlo.bitcast_convert %rb4 : (tensor<8x10xf32>) -> tensor<8x10xi32>
  check.expect_eq %ua4, %ub4 : tensor<8x10xi32>

  // Windows that see two elements, or that look for the greatest, are what they were.
  %y = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %y, %zero, low = [2], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<9xf32>
  %two = "stablehlo.reduce_window"(%p, %zero) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9xf32>, tensor<f32>) -> tensor<7xf32>
  check.expect_eq_const %two, dense<[1.0, 1.0, 3.0, 2.0, 5.0, 3.0, 3.0]> : tensor<7xf32>
  %n = stablehlo.negate %y : tensor<3xf32>
  %q = stablehlo.pad %n, %zero, low = [1], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  %most = "stablehlo.reduce_window"(%q, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7xf32>, tensor<f32>) -> tensor<6xf32>
  check.expect_eq_const %most, dense<0.0> : tensor<6xf32>
  return
}
