// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// batch_norm_grad C1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad C2
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf64>, %a4: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires compatible element types for all operands and results}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf64>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad C3
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) {
  // expected-error@+2 {{expects multi-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad C4
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<2xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad C5
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 2 and the feature count is 3.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// batch_norm_inference C1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C2
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf64>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf64>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C3
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 2 and the feature count is 3.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C4
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C5
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<2xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C6
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C7
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_inference' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// batch_norm_training C1
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training C2
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf64>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf64>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training C3
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 2 and the feature count is 3.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training C4
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training C5
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2xf32>', 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training C6
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

// batch_norm_training C7
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// cholesky C1
func.func @f(%a0: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.cholesky' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %r = "stablehlo.cholesky"(%a0) : (tensor<2x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

// cholesky C2
func.func @f(%a0: tensor<3xf32>) {
  // expected-error@+2 {{argument 'a' must have rank >= 2, got shape 3.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %r = "stablehlo.cholesky"(%a0) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// cholesky C3
func.func @f(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{minor dimensions of 'a' must have equal size, got shape 2, 3.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %r = "stablehlo.cholesky"(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// triangular_solve C1
func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf64>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires compatible element types for all operands and results}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return
}

// -----

// triangular_solve C2
func.func @f(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+2 {{operand 'a' must have rank >= 2, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// triangular_solve C3
func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<3x3xf32>) {
  // expected-error@+2 {{shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<2x2xf32>' and 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// triangular_solve C4
func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.triangular_solve' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// fft C1
func.func @f(%a0: tensor<4xcomplex<f32>>) {
  // expected-error@+2 {{operand rank must not be less than fft rank of 2 for operand of type 'tensor<4xcomplex<f32>>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4, 4>} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// fft C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<4xf32>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// fft C3
func.func @f(%a0: tensor<4xcomplex<f32>>) {
  // expected-error@+2 {{rank must be between 1 and 3, but got 0.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64>} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// fft C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 4 but wanted 5.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 5>} : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

// fft C5
func.func @f(%a0: tensor<4xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.fft' op inferred type(s) 'tensor<4xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<5xcomplex<f32>>'}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>} : (tensor<4xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}
