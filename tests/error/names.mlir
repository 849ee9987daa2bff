// RUN: sdyc opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// Where other dialects may have any operation, those that are whole may not.
func.func @unknown(%a: tensor<2xf32>) {
  "other.operation"(%a) : (tensor<2xf32>) -> ()
  // expected-error@+1 {{unregistered operation 'stablehlo.nothing' found in dialect ('stablehlo') that does not allow unknown operations}}
  "stablehlo.nothing"(%a) : (tensor<2xf32>) -> ()
  return
}

// -----

// An argument of a body has a name of its own.
// expected-note@+1 {{previously referenced here}}
func.func @taken(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{region entry argument '%arg0' is already in use}}
  %0 = sdy.named_computation<"foo">(%arg0) (%arg0: tensor<8xf32>) {
    sdy.return %arg0 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// What a body uses is inside; names from outside are known to it, and refused.
func.func @outside(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    // expected-error@+1 {{'stablehlo.add' op using value defined outside the region}}
    %1 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// All that are missing, once.
// expected-error@+1 {{Expected spatial dimensions 1, 2, 3, 4 not specified}}
"test.op"() {a = #stablehlo.conv<[b, 0, 5, f]x[0, 1, o, i]->[b, 0, 1, f]>} : () -> ()

// -----

// expected-error@+1 {{illegal storage min and storage max: (10:-10)}}
func.func @range(%a: tensor<2x!quant.uniform<i8<10:-10>:f32, 1.0>>) { return }

// -----

func.func @three(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = stablehlo.add %a, %a, %a : tensor<2xf32>
  return
}

// -----

func.func @operand(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = stablehlo.add a, %a : tensor<2xf32>
  return
}
