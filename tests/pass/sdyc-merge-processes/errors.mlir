// RUN: sdyc opt %s -sdyc-merge-processes -split-input-file -verify-diagnostics

module {
  func.func @f(%t: !stablehlo.token) -> tensor<2xi32> {
    // expected-error@+1 {{waits for ever: process 0 is here, and those that it waits for do not come}}
    %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    return %0#0 : tensor<2xi32>
  }
  func.func @main(%t: !stablehlo.token) {
    %0 = "interpreter.run_parallel"(%t) {programs = [[@f]]} : (!stablehlo.token) -> tensor<2xi32>
    return
  }
}

// -----

module {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    // expected-error@+1 {{names process 5 of 2}}
    %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 5]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main(%a: tensor<2xi32>) {
    %0:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

module {
  func.func @f(%t: !stablehlo.token) -> tensor<2xi32> {
    // expected-error@+1 {{reads from an infeed that has no more than 1 values}}
    %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    return %0#0 : tensor<2xi32>
  }
  func.func @one() -> tensor<2xi32> {
    %0 = stablehlo.constant dense<1> : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main(%t: !stablehlo.token) {
    %0:2 = "interpreter.run_parallel"(%t, %t) {programs = [[@f, @f]], infeed = [@one]} : (!stablehlo.token, !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

module {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    return %a : tensor<2xi32>
  }
  func.func @main(%a: tensor<2xi32>) {
    // expected-error@+1 {{Number of inputs (1) should match the sum of the number of inputs of all programs (2)}}
    %0:2 = "interpreter.run_parallel"(%a) {programs = [[@f, @f]]} : (tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

module {
  func.func @main(%a: tensor<2xi32>) {
    // expected-error@+1 {{Function "g" not found}}
    %0 = "interpreter.run_parallel"(%a) {programs = [[@g]]} : (tensor<2xi32>) -> tensor<2xi32>
    return
  }
}

// -----

module {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    return %a : tensor<2xi32>
  }
  func.func @main(%a: tensor<2xi32>) {
    // expected-error@+1 {{Sizes of second dimension of `programs` should all match 1 but got 2}}
    %0:3 = "interpreter.run_parallel"(%a, %a, %a) {programs = [[@f], [@f, @f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    return
  }
}

// -----

module {
  func.func @main() {
    // expected-error@+1 {{`programs` attribute cannot be empty}}
    "interpreter.run_parallel"() {programs = []} : () -> ()
    return
  }
}
