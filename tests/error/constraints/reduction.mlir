// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// reduce C1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<6xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+1 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0: 'tensor<6xf32>' and 'tensor<4xf32>'}}
  %r:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<6xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

// reduce C2
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

// reduce C3
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<f32>', 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r = "stablehlo.reduce"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// reduce C4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Out-of-bounds dimension 1, expected to be in range [0, 1)}}
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// reduce C5
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Duplicate reduction dimension: 0}}
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 0, 0>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// reduce C6
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<2xf32>' vs 'tensor<f32>'}}
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %z : tensor<2xf32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// reduce C7
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// reduce C8
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f64>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
  return
}

// -----

// reduce_window C1
func.func @f() {
  // expected-error@+1 {{requires at least 1 input value, and an init value for each: found 0 operands}}
  "stablehlo.reduce_window"() ({
  ^bb0:
    stablehlo.return
  }) {window_dimensions = array<i64: 2>} : () -> ()
  return
}

// -----

// reduce_window C2
func.func @f(%a0: tensor<4xf32>, %a1: tensor<6xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+1 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0: 'tensor<6xf32>' and 'tensor<4xf32>'}}
  %r:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<6xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<5xf32>)
  return
}

// -----

// reduce_window C3
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == input rank, but got window-dimensions size: 2 and input: 'tensor<4xf32>' with rank = 1.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C5
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C6
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1, 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C7
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C8
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects base-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, base_dilations = array<i64: 1, 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C9
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive base dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, base_dilations = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C10
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_dilations = array<i64: 1, 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C11
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive window dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_dilations = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C12
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {1, 3}.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<0> : tensor<1x3xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C13
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window C14
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<4xf32>)
  return
}

// -----

// reduce_window C15
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// reduce_window C16
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xf64>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf64>
  return
}

// -----

// select_and_scatter C1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'f32'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C2
func.func @f(%a0: tensor<4xf32>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects source-type to be 'tensor<2xf32>', but got'tensor<3xf32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C3
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == operand rank, but got window-dimensions size: 2 and operand-type: 'tensor<4xf32>' with rank = 1.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C5
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got 0.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C6
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C7
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 0>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C8
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {1, 3}.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<0> : tensor<1x3xi64>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C9
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C10
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter C11
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.select_and_scatter' op failed to infer returned types}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// select_and_scatter C12
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  // expected-error@+1 {{'stablehlo.select_and_scatter' op failed to infer returned types}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf64>
  return
}

// -----

// select_and_scatter windows are given
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == operand rank, but got window-dimensions size: 0 and operand-type: 'tensor<4xf32>' with rank = 1.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// map C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires the same shape for all operands and results}}
  %r = "stablehlo.map"(%a0) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<6xf32>
  return
}

// -----

// map C2
func.func @f() {
  // expected-error@+1 {{'stablehlo.map' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.map"() ({
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {dimensions = array<i64: 0>} : () -> tensor<4xf32>
  return
}

// -----

// map C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 1}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// map C4
func.func @f(%a0: tensor<4xi32>) {
  // expected-error@+2 {{element type of operands and computation arguments must match, but got: 'i32' and 'f32'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// sort C1
func.func @f() {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more operands, but found 0}}
  "stablehlo.sort"() ({
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : () -> ()
  return
}

// -----

// sort C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// sort C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires the same shape for all operands and results}}
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<6xf32>
  return
}

// -----

// sort C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{dimension attribute value must be in range [-1, 1), but found 1}}
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// sort C5
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{comparator must return tensor<i1> but got 'tensor<f32>'}}
  %r = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
