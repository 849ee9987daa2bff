// RUN: sdyc opt -inline -verify-diagnostics %s

func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @f(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot inline the recursive call of '@f'}}
  %0 = func.call @f(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
