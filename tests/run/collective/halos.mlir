// What devices get of their neighbours is what they need: on 2 and 3 devices, from parts further away,
// with padding that is not zero, with parts of uneven size.
// RUN: sdyc run %s --input=24x2xi32=random:1 --input=24x2xi32=random:2 --input=31x2x3xi32=random:3 --input=i32=-7 > %t.shared
// RUN: sdyc run %s --storage=private --input=24x2xi32=random:1 --input=24x2xi32=random:2 --input=31x2x3xi32=random:3 --input=i32=-7 > %t.private
// RUN: cmp %t.shared %t.private
// RUN: sed 's/"x"=2/"x"=3/' %s > %t.mlir
// RUN: sdyc run %t.mlir --storage=private --input=24x2xi32=random:1 --input=24x2xi32=random:2 --input=31x2x3xi32=random:3 --input=i32=-7 > %t.three
// RUN: cmp %t.shared %t.three
// RUN: sdyc run %t.mlir --storage=private --jit=cc --input=24x2xi32=random:1 --input=24x2xi32=random:2 --input=31x2x3xi32=random:3 --input=i32=-7 > %t.cc
// RUN: cmp %t.shared %t.cc

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %k: tensor<31x2x3xi32>, %v: tensor<i32>) -> (
    tensor<1x24x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x24x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x24x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x12x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x5x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x48x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x24x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x19x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<1x48x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<12x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<27x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<48x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<48x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<18x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<12x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<7x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<48x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<43x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    tensor<24x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %b = stablehlo.reshape %a : (tensor<24x2xi32>) -> tensor<1x24x2xi32>
  // one neighbour on each side
  %k0 = stablehlo.slice %k [0:3, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<3x2x3xi32>
  %r0 = stablehlo.convolution(%b, %k0) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<3x2x3xi32>) -> tensor<1x24x3xi32>
  // further than the next part
  %k1 = stablehlo.slice %k [0:19, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<19x2x3xi32>
  %r1 = stablehlo.convolution(%b, %k1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[9, 9]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<19x2x3xi32>) -> tensor<1x24x3xi32>
  // as far as whole tensors: these are gathered
  %k2 = stablehlo.slice %k [0:31, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<31x2x3xi32>
  %r2 = stablehlo.convolution(%b, %k2) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[15, 15]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<31x2x3xi32>) -> tensor<1x24x3xi32>
  // windows of two elements, on one side
  %k3 = stablehlo.slice %k [0:3, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<3x2x3xi32>
  %r3 = stablehlo.convolution(%b, %k3) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<3x2x3xi32>) -> tensor<1x12x3xi32>
  // steps that parts are no multiple of
  %k4 = stablehlo.slice %k [0:6, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<6x2x3xi32>
  %r4 = stablehlo.convolution(%b, %k4) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [5], pad = [[2, 4]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<6x2x3xi32>) -> tensor<1x5x3xi32>
  // a gradient: gaps between elements
  %k5 = stablehlo.slice %k [0:4, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<4x2x3xi32>
  %r5 = stablehlo.convolution(%b, %k5) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<4x2x3xi32>) -> tensor<1x48x3xi32>
  // gaps within windows
  %k6 = stablehlo.slice %k [0:3, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<3x2x3xi32>
  %r6 = stablehlo.convolution(%b, %k6) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[3, 3]], rhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<3x2x3xi32>) -> tensor<1x24x3xi32>
  // less than there is
  %k7 = stablehlo.slice %k [0:2, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<2x2x3xi32>
  %r7 = stablehlo.convolution(%b, %k7) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-3, -1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<2x2x3xi32>) -> tensor<1x19x3xi32>
  // more padding than parts are long
  %k8 = stablehlo.slice %k [0:7, 0:2, 0:3] : (tensor<31x2x3xi32>) -> tensor<7x2x3xi32>
  %r8 = stablehlo.convolution(%b, %k8) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[30, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x24x2xi32>, tensor<7x2x3xi32>) -> tensor<1x48x3xi32>
  %r9 = "stablehlo.reduce_window"(%a, %v) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  %r10 = "stablehlo.reduce_window"(%a, %v) <{window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 3, 1>, padding = dense<[[1, 2], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<i32>) -> tensor<8x2xi32>
  %r11 = "stablehlo.reduce_window"(%a, %v) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<i32>) -> tensor<12x2xi32>
  %r12 = "stablehlo.reduce_window"(%a, %v) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[4, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  %r13 = "stablehlo.reduce_window"(%a, %v) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 2], [0, 0]]> : tensor<2x2xi64>, base_dilations = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  %r14 = "stablehlo.reduce_window"(%a, %v) <{window_dimensions = array<i64: 25, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[12, 12], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  %r15 = stablehlo.pad %a, %v, low = [5, 0], high = [-5, 0], interior = [0, 0] : (tensor<24x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  %r16 = stablehlo.pad %a, %v, low = [-13, 0], high = [13, 0], interior = [0, 0] : (tensor<24x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  %r17 = stablehlo.pad %a, %v, low = [2, 0], high = [1, 0], interior = [0, 0] : (tensor<24x2xi32>, tensor<i32>) -> tensor<27x2xi32>
  %r18 = stablehlo.pad %a, %v, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<24x2xi32>, tensor<i32>) -> tensor<48x2xi32>
  %r19 = stablehlo.pad %a, %v, low = [12, 0], high = [12, 0], interior = [0, 0] : (tensor<24x2xi32>, tensor<i32>) -> tensor<48x2xi32>
  %r20 = stablehlo.slice %a [3:21, 0:2] : (tensor<24x2xi32>) -> tensor<18x2xi32>
  %r21 = stablehlo.slice %a [1:24:2, 0:2] : (tensor<24x2xi32>) -> tensor<12x2xi32>
  %r22 = stablehlo.slice %a [17:24, 0:2] : (tensor<24x2xi32>) -> tensor<7x2xi32>
  %s = stablehlo.slice %a [0:19, 0:2] : (tensor<24x2xi32>) -> tensor<19x2xi32>
  %t = stablehlo.slice %a [19:24, 0:2] : (tensor<24x2xi32>) -> tensor<5x2xi32>
  %r23 = stablehlo.concatenate %t, %s, dim = 0 : (tensor<5x2xi32>, tensor<19x2xi32>) -> tensor<24x2xi32>
  %r24 = stablehlo.concatenate %a, %c, dim = 0 : (tensor<24x2xi32>, tensor<24x2xi32>) -> tensor<48x2xi32>
  %r25 = stablehlo.concatenate %s, %s, %t, dim = 0 : (tensor<19x2xi32>, tensor<19x2xi32>, tensor<5x2xi32>) -> tensor<43x2xi32>
  %r26 = stablehlo.reverse %a, dims = [0] : tensor<24x2xi32>
  %u27 = stablehlo.slice %c [0:12, 0:2] : (tensor<24x2xi32>) -> tensor<12x2xi32>
  %r27 = "stablehlo.select_and_scatter"(%a, %u27, %v) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<12x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  %u28 = stablehlo.slice %c [0:12, 0:2] : (tensor<24x2xi32>) -> tensor<12x2xi32>
  %r28 = "stablehlo.select_and_scatter"(%a, %u28, %v) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<24x2xi32>, tensor<12x2xi32>, tensor<i32>) -> tensor<24x2xi32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28 : tensor<1x24x3xi32>, tensor<1x24x3xi32>, tensor<1x24x3xi32>, tensor<1x12x3xi32>, tensor<1x5x3xi32>, tensor<1x48x3xi32>, tensor<1x24x3xi32>, tensor<1x19x3xi32>, tensor<1x48x3xi32>, tensor<24x2xi32>, tensor<8x2xi32>, tensor<12x2xi32>, tensor<24x2xi32>, tensor<24x2xi32>, tensor<24x2xi32>, tensor<24x2xi32>, tensor<24x2xi32>, tensor<27x2xi32>, tensor<48x2xi32>, tensor<48x2xi32>, tensor<18x2xi32>, tensor<12x2xi32>, tensor<7x2xi32>, tensor<24x2xi32>, tensor<48x2xi32>, tensor<43x2xi32>, tensor<24x2xi32>, tensor<24x2xi32>, tensor<24x2xi32>
}
