// A comparator that is no list of keys, in a program with a convolution: the choice of layouts took it for a value.
// RUN: sdyc run %s --input=1x2x9xf32=1 --input=2xf32=1 --expected-output=1x2x7xf32=6 --expected-output=2xf32=1
func.func public @main(%i: tensor<1x2x9xf32>, %v: tensor<2xf32>) -> (tensor<1x2x7xf32>, tensor<2xf32>) {
  %k = stablehlo.constant dense<1.0> : tensor<2x2x3xf32>
  %0 = stablehlo.convolution(%i, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x9xf32>, tensor<2x2x3xf32>) -> tensor<1x2x7xf32>
  %1 = stablehlo.add %v, %v : tensor<2xf32>
  %2:2 = "stablehlo.sort"(%v, %1) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %x = stablehlo.multiply %a, %d : tensor<f32>
    %y = stablehlo.multiply %b, %c : tensor<f32>
    %p = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0, %2#0 : tensor<1x2x7xf32>, tensor<2xf32>
}
