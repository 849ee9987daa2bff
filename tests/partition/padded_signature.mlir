// What a function is given and returns may be parts that end in padding; whoever runs it has whole tensors.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc opt %s -sdy-pad-for-divisibility=pad-signatures | FileCheck %s --check-prefix=PAD
// RUN: not sdyc opt %s -sdy-pad-for-divisibility 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: sdyc run %s --input=5x2xf32=0.5 --storage=private | FileCheck %s --check-prefix=NUMBERS
// RUN: sdyc run %s --input=5x2xf32=0.5 --storage=private --jit=cc | FileCheck %s --check-prefix=NUMBERS

sdy.mesh @mesh = <["x"=4]>

// CHECK: func.func @main(%arg0: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<f32>) {
// PAD: func.func @main(%arg0: tensor<8x2xf32> {sdy.sharding = {{.*}}, sdyc.unpadded = tensor<5x2xf32>})
// PAD-SAME: -> (tensor<8x2xf32> {sdy.sharding = {{.*}}, sdyc.unpadded = tensor<5x2xf32>}, tensor<f32>)
// ERROR: padded_signature.mlir:[[@LINE+7]]:{{[0-9]+}}: error: 'func.func' op argument #0 has a non-divisible sharding
// NUMBERS: 5x2xf32=[1 1][1 1][1 1][1 1][1 1]
// NUMBERS: f32=10

// Nothing is known of the padding of an argument: a sum replaces it.
// PAD: stablehlo.select
// PAD: stablehlo.reduce
func.func @main(%arg0: tensor<5x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<5x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<f32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<5x2xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x2xf32>, tensor<f32>) -> tensor<f32>
  return %0, %2 : tensor<5x2xf32>, tensor<f32>
}
