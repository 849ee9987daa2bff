// Windows of few points, inside and over the edges, beside the same of slices of the padded tensor.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// RUN: sdyc run --storage=private %s
func.func public @main() {
  call @stride_2() : () -> ()
  call @channels_first() : () -> ()
  call @same() : () -> ()
  call @far_over_the_edge() : () -> ()
  call @dilated() : () -> ()
  call @narrow() : () -> ()
  call @narrow_sum() : () -> ()
  call @truth() : () -> ()
  call @product() : () -> ()
  return
}
func.func private @stride_2() {
  %n = stablehlo.iota dim = 0 : tensor<756xi32>
  %c = stablehlo.constant dense<37> : tensor<756xi32>
  %m = stablehlo.multiply %n, %c : tensor<756xi32>
  %k = stablehlo.constant dense<61> : tensor<756xi32>
  %r = stablehlo.remainder %m, %k : tensor<756xi32>
  %thirty = stablehlo.constant dense<30> : tensor<756xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<756xi32>
  %v = stablehlo.convert %w : (tensor<756xi32>) -> tensor<756xf32>
  %held = stablehlo.optimization_barrier %v : tensor<756xf32>
  %x = stablehlo.reshape %held : (tensor<756xf32>) -> tensor<2x9x7x6xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x9x7x6xf32>, tensor<f32>) -> tensor<2x4x3x6xf32>
  %p = stablehlo.pad %x, %init, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x9x7x6xf32>, tensor<f32>) -> tensor<2x9x7x6xf32>
  %heldp = stablehlo.optimization_barrier %p : tensor<2x9x7x6xf32>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f32>) -> tensor<2x4x3x6xf32>
  %s0 = stablehlo.slice %heldp [0:2:1, 0:7:2, 0:5:2, 0:6:1] : (tensor<2x9x7x6xf32>) -> tensor<2x4x3x6xf32>
  %w1 = stablehlo.add %w0, %s0 : tensor<2x4x3x6xf32>
  %s1 = stablehlo.slice %heldp [0:2:1, 0:7:2, 1:6:2, 0:6:1] : (tensor<2x9x7x6xf32>) -> tensor<2x4x3x6xf32>
  %w2 = stablehlo.add %w1, %s1 : tensor<2x4x3x6xf32>
  %s2 = stablehlo.slice %heldp [0:2:1, 1:8:2, 0:5:2, 0:6:1] : (tensor<2x9x7x6xf32>) -> tensor<2x4x3x6xf32>
  %w3 = stablehlo.add %w2, %s2 : tensor<2x4x3x6xf32>
  %s3 = stablehlo.slice %heldp [0:2:1, 1:8:2, 1:6:2, 0:6:1] : (tensor<2x9x7x6xf32>) -> tensor<2x4x3x6xf32>
  %w4 = stablehlo.add %w3, %s3 : tensor<2x4x3x6xf32>
  check.expect_eq %got, %w4 : tensor<2x4x3x6xf32>
  return
}
func.func private @channels_first() {
  %n = stablehlo.iota dim = 0 : tensor<432xi32>
  %c = stablehlo.constant dense<37> : tensor<432xi32>
  %m = stablehlo.multiply %n, %c : tensor<432xi32>
  %k = stablehlo.constant dense<61> : tensor<432xi32>
  %r = stablehlo.remainder %m, %k : tensor<432xi32>
  %thirty = stablehlo.constant dense<30> : tensor<432xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<432xi32>
  %v = stablehlo.convert %w : (tensor<432xi32>) -> tensor<432xf32>
  %held = stablehlo.optimization_barrier %v : tensor<432xf32>
  %x = stablehlo.reshape %held : (tensor<432xf32>) -> tensor<2x3x9x8xf32>
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 1, 2, 3>, window_strides = array<i64: 1, 1, 1, 2>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3x9x8xf32>, tensor<f32>) -> tensor<2x3x8x3xf32>
  %p = stablehlo.pad %x, %init, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x3x9x8xf32>, tensor<f32>) -> tensor<2x3x9x8xf32>
  %heldp = stablehlo.optimization_barrier %p : tensor<2x3x9x8xf32>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f32>) -> tensor<2x3x8x3xf32>
  %s0 = stablehlo.slice %heldp [0:2:1, 0:3:1, 0:8:1, 0:5:2] : (tensor<2x3x9x8xf32>) -> tensor<2x3x8x3xf32>
  %w1 = stablehlo.maximum %w0, %s0 : tensor<2x3x8x3xf32>
  %s1 = stablehlo.slice %heldp [0:2:1, 0:3:1, 0:8:1, 1:6:2] : (tensor<2x3x9x8xf32>) -> tensor<2x3x8x3xf32>
  %w2 = stablehlo.maximum %w1, %s1 : tensor<2x3x8x3xf32>
  %s2 = stablehlo.slice %heldp [0:2:1, 0:3:1, 0:8:1, 2:7:2] : (tensor<2x3x9x8xf32>) -> tensor<2x3x8x3xf32>
  %w3 = stablehlo.maximum %w2, %s2 : tensor<2x3x8x3xf32>
  %s3 = stablehlo.slice %heldp [0:2:1, 0:3:1, 1:9:1, 0:5:2] : (tensor<2x3x9x8xf32>) -> tensor<2x3x8x3xf32>
  %w4 = stablehlo.maximum %w3, %s3 : tensor<2x3x8x3xf32>
  %s4 = stablehlo.slice %heldp [0:2:1, 0:3:1, 1:9:1, 1:6:2] : (tensor<2x3x9x8xf32>) -> tensor<2x3x8x3xf32>
  %w5 = stablehlo.maximum %w4, %s4 : tensor<2x3x8x3xf32>
  %s5 = stablehlo.slice %heldp [0:2:1, 0:3:1, 1:9:1, 2:7:2] : (tensor<2x3x9x8xf32>) -> tensor<2x3x8x3xf32>
  %w6 = stablehlo.maximum %w5, %s5 : tensor<2x3x8x3xf32>
  check.expect_eq %got, %w6 : tensor<2x3x8x3xf32>
  return
}
func.func private @same() {
  %n = stablehlo.iota dim = 0 : tensor<1320xi32>
  %c = stablehlo.constant dense<37> : tensor<1320xi32>
  %m = stablehlo.multiply %n, %c : tensor<1320xi32>
  %k = stablehlo.constant dense<61> : tensor<1320xi32>
  %r = stablehlo.remainder %m, %k : tensor<1320xi32>
  %thirty = stablehlo.constant dense<30> : tensor<1320xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<1320xi32>
  %v = stablehlo.convert %w : (tensor<1320xi32>) -> tensor<1320xf32>
  %held = stablehlo.optimization_barrier %v : tensor<1320xf32>
  %x = stablehlo.reshape %held : (tensor<1320xf32>) -> tensor<2x11x12x5xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x11x12x5xf32>, tensor<f32>) -> tensor<2x11x12x5xf32>
  %p = stablehlo.pad %x, %init, low = [0, 1, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<2x11x12x5xf32>, tensor<f32>) -> tensor<2x13x13x5xf32>
  %heldp = stablehlo.optimization_barrier %p : tensor<2x13x13x5xf32>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f32>) -> tensor<2x11x12x5xf32>
  %s0 = stablehlo.slice %heldp [0:2:1, 0:11:1, 0:12:1, 0:5:1] : (tensor<2x13x13x5xf32>) -> tensor<2x11x12x5xf32>
  %w1 = stablehlo.add %w0, %s0 : tensor<2x11x12x5xf32>
  %s1 = stablehlo.slice %heldp [0:2:1, 0:11:1, 1:13:1, 0:5:1] : (tensor<2x13x13x5xf32>) -> tensor<2x11x12x5xf32>
  %w2 = stablehlo.add %w1, %s1 : tensor<2x11x12x5xf32>
  %s2 = stablehlo.slice %heldp [0:2:1, 1:12:1, 0:12:1, 0:5:1] : (tensor<2x13x13x5xf32>) -> tensor<2x11x12x5xf32>
  %w3 = stablehlo.add %w2, %s2 : tensor<2x11x12x5xf32>
  %s3 = stablehlo.slice %heldp [0:2:1, 1:12:1, 1:13:1, 0:5:1] : (tensor<2x13x13x5xf32>) -> tensor<2x11x12x5xf32>
  %w4 = stablehlo.add %w3, %s3 : tensor<2x11x12x5xf32>
  %s4 = stablehlo.slice %heldp [0:2:1, 2:13:1, 0:12:1, 0:5:1] : (tensor<2x13x13x5xf32>) -> tensor<2x11x12x5xf32>
  %w5 = stablehlo.add %w4, %s4 : tensor<2x11x12x5xf32>
  %s5 = stablehlo.slice %heldp [0:2:1, 2:13:1, 1:13:1, 0:5:1] : (tensor<2x13x13x5xf32>) -> tensor<2x11x12x5xf32>
  %w6 = stablehlo.add %w5, %s5 : tensor<2x11x12x5xf32>
  check.expect_eq %got, %w6 : tensor<2x11x12x5xf32>
  return
}
func.func private @far_over_the_edge() {
  %n = stablehlo.iota dim = 0 : tensor<120xi32>
  %c = stablehlo.constant dense<37> : tensor<120xi32>
  %m = stablehlo.multiply %n, %c : tensor<120xi32>
  %k = stablehlo.constant dense<61> : tensor<120xi32>
  %r = stablehlo.remainder %m, %k : tensor<120xi32>
  %thirty = stablehlo.constant dense<30> : tensor<120xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<120xi32>
  %v = stablehlo.convert %w : (tensor<120xi32>) -> tensor<120xi32>
  %held = stablehlo.optimization_barrier %v : tensor<120xi32>
  %x = stablehlo.reshape %held : (tensor<120xi32>) -> tensor<4x30xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [6, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x30xi32>, tensor<i32>) -> tensor<4x35xi32>
  %p = stablehlo.pad %x, %init, low = [0, 6], high = [0, 3], interior = [0, 0] : (tensor<4x30xi32>, tensor<i32>) -> tensor<4x39xi32>
  %heldp = stablehlo.optimization_barrier %p : tensor<4x39xi32>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<i32>) -> tensor<4x35xi32>
  %s0 = stablehlo.slice %heldp [0:4:1, 0:35:1] : (tensor<4x39xi32>) -> tensor<4x35xi32>
  %w1 = stablehlo.add %w0, %s0 : tensor<4x35xi32>
  %s1 = stablehlo.slice %heldp [0:4:1, 1:36:1] : (tensor<4x39xi32>) -> tensor<4x35xi32>
  %w2 = stablehlo.add %w1, %s1 : tensor<4x35xi32>
  %s2 = stablehlo.slice %heldp [0:4:1, 2:37:1] : (tensor<4x39xi32>) -> tensor<4x35xi32>
  %w3 = stablehlo.add %w2, %s2 : tensor<4x35xi32>
  %s3 = stablehlo.slice %heldp [0:4:1, 3:38:1] : (tensor<4x39xi32>) -> tensor<4x35xi32>
  %w4 = stablehlo.add %w3, %s3 : tensor<4x35xi32>
  %s4 = stablehlo.slice %heldp [0:4:1, 4:39:1] : (tensor<4x39xi32>) -> tensor<4x35xi32>
  %w5 = stablehlo.add %w4, %s4 : tensor<4x35xi32>
  check.expect_eq %got, %w5 : tensor<4x35xi32>
  return
}
func.func private @dilated() {
  %n = stablehlo.iota dim = 0 : tensor<360xi32>
  %c = stablehlo.constant dense<37> : tensor<360xi32>
  %m = stablehlo.multiply %n, %c : tensor<360xi32>
  %k = stablehlo.constant dense<61> : tensor<360xi32>
  %r = stablehlo.remainder %m, %k : tensor<360xi32>
  %thirty = stablehlo.constant dense<30> : tensor<360xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<360xi32>
  %v = stablehlo.convert %w : (tensor<360xi32>) -> tensor<360xi32>
  %held = stablehlo.optimization_barrier %v : tensor<360xi32>
  %x = stablehlo.reshape %held : (tensor<360xi32>) -> tensor<40x9xi32>
  %init = stablehlo.constant dense<2147483647> : tensor<i32>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, window_dilations = array<i64: 3, 2>, padding = dense<[[2, 2], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<40x9xi32>, tensor<i32>) -> tensor<19x8xi32>
  %p = stablehlo.pad %x, %init, low = [2, 0], high = [2, 1], interior = [0, 0] : (tensor<40x9xi32>, tensor<i32>) -> tensor<44x10xi32>
  %heldp = stablehlo.optimization_barrier %p : tensor<44x10xi32>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<i32>) -> tensor<19x8xi32>
  %s0 = stablehlo.slice %heldp [0:37:2, 0:8:1] : (tensor<44x10xi32>) -> tensor<19x8xi32>
  %w1 = stablehlo.minimum %w0, %s0 : tensor<19x8xi32>
  %s1 = stablehlo.slice %heldp [0:37:2, 2:10:1] : (tensor<44x10xi32>) -> tensor<19x8xi32>
  %w2 = stablehlo.minimum %w1, %s1 : tensor<19x8xi32>
  %s2 = stablehlo.slice %heldp [3:40:2, 0:8:1] : (tensor<44x10xi32>) -> tensor<19x8xi32>
  %w3 = stablehlo.minimum %w2, %s2 : tensor<19x8xi32>
  %s3 = stablehlo.slice %heldp [3:40:2, 2:10:1] : (tensor<44x10xi32>) -> tensor<19x8xi32>
  %w4 = stablehlo.minimum %w3, %s3 : tensor<19x8xi32>
  %s4 = stablehlo.slice %heldp [6:43:2, 0:8:1] : (tensor<44x10xi32>) -> tensor<19x8xi32>
  %w5 = stablehlo.minimum %w4, %s4 : tensor<19x8xi32>
  %s5 = stablehlo.slice %heldp [6:43:2, 2:10:1] : (tensor<44x10xi32>) -> tensor<19x8xi32>
  %w6 = stablehlo.minimum %w5, %s5 : tensor<19x8xi32>
  check.expect_eq %got, %w6 : tensor<19x8xi32>
  return
}
func.func private @narrow() {
  %n = stablehlo.iota dim = 0 : tensor<576xi32>
  %c = stablehlo.constant dense<37> : tensor<576xi32>
  %m = stablehlo.multiply %n, %c : tensor<576xi32>
  %k = stablehlo.constant dense<61> : tensor<576xi32>
  %r = stablehlo.remainder %m, %k : tensor<576xi32>
  %thirty = stablehlo.constant dense<30> : tensor<576xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<576xi32>
  %v = stablehlo.convert %w : (tensor<576xi32>) -> tensor<576xbf16>
  %held = stablehlo.optimization_barrier %v : tensor<576xbf16>
  %x = stablehlo.reshape %held : (tensor<576xbf16>) -> tensor<3x12x16xbf16>
  %init = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [1, 0], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<3x12x16xbf16>, tensor<bf16>) -> tensor<3x12x16xbf16>
  %p = stablehlo.pad %x, %init, low = [0, 1, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x12x16xbf16>, tensor<bf16>) -> tensor<3x13x16xbf16>
  %heldp = stablehlo.optimization_barrier %p : tensor<3x13x16xbf16>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<bf16>) -> tensor<3x12x16xbf16>
  %s0 = stablehlo.slice %heldp [0:3:1, 0:12:1, 0:16:1] : (tensor<3x13x16xbf16>) -> tensor<3x12x16xbf16>
  %w1 = stablehlo.maximum %w0, %s0 : tensor<3x12x16xbf16>
  %s1 = stablehlo.slice %heldp [0:3:1, 1:13:1, 0:16:1] : (tensor<3x13x16xbf16>) -> tensor<3x12x16xbf16>
  %w2 = stablehlo.maximum %w1, %s1 : tensor<3x12x16xbf16>
  check.expect_eq %got, %w2 : tensor<3x12x16xbf16>
  return
}
func.func private @narrow_sum() {
  %n = stablehlo.iota dim = 0 : tensor<576xi32>
  %c = stablehlo.constant dense<37> : tensor<576xi32>
  %m = stablehlo.multiply %n, %c : tensor<576xi32>
  %k = stablehlo.constant dense<61> : tensor<576xi32>
  %r = stablehlo.remainder %m, %k : tensor<576xi32>
  %thirty = stablehlo.constant dense<30> : tensor<576xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<576xi32>
  %v = stablehlo.convert %w : (tensor<576xi32>) -> tensor<576xf16>
  %held = stablehlo.optimization_barrier %v : tensor<576xf16>
  %x = stablehlo.reshape %held : (tensor<576xf16>) -> tensor<3x12x16xf16>
  %init = stablehlo.constant dense<0.0> : tensor<f16>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 2, 1>, window_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) : (tensor<3x12x16xf16>, tensor<f16>) -> tensor<3x6x15xf16>
  %p = stablehlo.pad %x, %init, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x12x16xf16>, tensor<f16>) -> tensor<3x12x16xf16>
  %heldp = stablehlo.optimization_barrier %p : tensor<3x12x16xf16>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f16>) -> tensor<3x6x15xf16>
  %s0 = stablehlo.slice %heldp [0:3:1, 0:11:2, 0:15:1] : (tensor<3x12x16xf16>) -> tensor<3x6x15xf16>
  %w1 = stablehlo.add %w0, %s0 : tensor<3x6x15xf16>
  %s1 = stablehlo.slice %heldp [0:3:1, 0:11:2, 1:16:1] : (tensor<3x12x16xf16>) -> tensor<3x6x15xf16>
  %w2 = stablehlo.add %w1, %s1 : tensor<3x6x15xf16>
  %s2 = stablehlo.slice %heldp [0:3:1, 1:12:2, 0:15:1] : (tensor<3x12x16xf16>) -> tensor<3x6x15xf16>
  %w3 = stablehlo.add %w2, %s2 : tensor<3x6x15xf16>
  %s3 = stablehlo.slice %heldp [0:3:1, 1:12:2, 1:16:1] : (tensor<3x12x16xf16>) -> tensor<3x6x15xf16>
  %w4 = stablehlo.add %w3, %s3 : tensor<3x6x15xf16>
  check.expect_eq %got, %w4 : tensor<3x6x15xf16>
  return
}
func.func private @truth() {
  %n = stablehlo.iota dim = 0 : tensor<120xi32>
  %c = stablehlo.constant dense<37> : tensor<120xi32>
  %m = stablehlo.multiply %n, %c : tensor<120xi32>
  %k = stablehlo.constant dense<61> : tensor<120xi32>
  %r = stablehlo.remainder %m, %k : tensor<120xi32>
  %thirty = stablehlo.constant dense<15> : tensor<120xi32>
  %v = stablehlo.compare LT, %r, %thirty : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi1>
  %held = stablehlo.optimization_barrier %v : tensor<120xi1>
  %x = stablehlo.reshape %held : (tensor<120xi1>) -> tensor<20x6xi1>
  %init = stablehlo.constant dense<false> : tensor<i1>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %s = stablehlo.add %a, %b : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<20x6xi1>, tensor<i1>) -> tensor<20x5xi1>
  %p = stablehlo.pad %x, %init, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<20x6xi1>, tensor<i1>) -> tensor<21x6xi1>
  %heldp = stablehlo.optimization_barrier %p : tensor<21x6xi1>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<i1>) -> tensor<20x5xi1>
  %s0 = stablehlo.slice %heldp [0:20:1, 0:5:1] : (tensor<21x6xi1>) -> tensor<20x5xi1>
  %w1 = stablehlo.add %w0, %s0 : tensor<20x5xi1>
  %s1 = stablehlo.slice %heldp [0:20:1, 1:6:1] : (tensor<21x6xi1>) -> tensor<20x5xi1>
  %w2 = stablehlo.add %w1, %s1 : tensor<20x5xi1>
  %s2 = stablehlo.slice %heldp [1:21:1, 0:5:1] : (tensor<21x6xi1>) -> tensor<20x5xi1>
  %w3 = stablehlo.add %w2, %s2 : tensor<20x5xi1>
  %s3 = stablehlo.slice %heldp [1:21:1, 1:6:1] : (tensor<21x6xi1>) -> tensor<20x5xi1>
  %w4 = stablehlo.add %w3, %s3 : tensor<20x5xi1>
  check.expect_eq %got, %w4 : tensor<20x5xi1>
  return
}
func.func private @product() {
  %n = stablehlo.iota dim = 0 : tensor<18xi32>
  %c = stablehlo.constant dense<37> : tensor<18xi32>
  %m = stablehlo.multiply %n, %c : tensor<18xi32>
  %k = stablehlo.constant dense<61> : tensor<18xi32>
  %r = stablehlo.remainder %m, %k : tensor<18xi32>
  %thirty = stablehlo.constant dense<30> : tensor<18xi32>
  %w = stablehlo.subtract %r, %thirty : tensor<18xi32>
  %v = stablehlo.convert %w : (tensor<18xi32>) -> tensor<18xf64>
  %held = stablehlo.optimization_barrier %v : tensor<18xf64>
  %x = stablehlo.reshape %held : (tensor<18xf64>) -> tensor<18xf64>
  %init = stablehlo.constant dense<1.0> : tensor<f64>
  %got = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 4>, window_strides = array<i64: 1>, window_dilations = array<i64: 1>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<18xf64>, tensor<f64>) -> tensor<18xf64>
  %p = stablehlo.pad %x, %init, low = [2], high = [1], interior = [0] : (tensor<18xf64>, tensor<f64>) -> tensor<21xf64>
  %heldp = stablehlo.optimization_barrier %p : tensor<21xf64>
  %w0 = stablehlo.broadcast_in_dim %init, dims = [] : (tensor<f64>) -> tensor<18xf64>
  %s0 = stablehlo.slice %heldp [0:18:1] : (tensor<21xf64>) -> tensor<18xf64>
  %w1 = stablehlo.multiply %w0, %s0 : tensor<18xf64>
  %s1 = stablehlo.slice %heldp [1:19:1] : (tensor<21xf64>) -> tensor<18xf64>
  %w2 = stablehlo.multiply %w1, %s1 : tensor<18xf64>
  %s2 = stablehlo.slice %heldp [2:20:1] : (tensor<21xf64>) -> tensor<18xf64>
  %w3 = stablehlo.multiply %w2, %s2 : tensor<18xf64>
  %s3 = stablehlo.slice %heldp [3:21:1] : (tensor<21xf64>) -> tensor<18xf64>
  %w4 = stablehlo.multiply %w3, %s3 : tensor<18xf64>
  check.expect_eq %got, %w4 : tensor<18xf64>
  return
}
