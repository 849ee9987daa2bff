// RUN: sdyc partition --report --entry=chain %s | FileCheck %s --check-prefix=CHAIN
// RUN: sdyc partition --report --entry=donated %s | FileCheck %s --check-prefix=DONATED
// RUN: sdyc partition --report --entry=loop %s | FileCheck %s --check-prefix=LOOP
// RUN: sdyc partition --report --entry=given %s | FileCheck %s --check-prefix=GIVEN
// RUN: sdyc partition --report --entry=unused %s | FileCheck %s --check-prefix=UNUSED
// What a device holds: all but %a is 1 KiB on each of four devices, and %a too.

sdy.mesh @mesh = <["x"=4]>

// The argument stays; of the chain two values at a time.
// CHAIN: Memory of a device: at most 3.00 KiB, at stablehlo.cosine (line [[@LINE+4]]); arguments 1.00 KiB, results 1.00 KiB.
// CHAIN: 1.00 KiB tensor<256xf32> %a, an argument
func.func @chain(%a: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<1024xf32> {
  %0 = stablehlo.tanh %a : tensor<1024xf32>
  %1 = stablehlo.cosine %0 : tensor<1024xf32>
  %2 = stablehlo.sine %1 : tensor<1024xf32>
  return %2 : tensor<1024xf32>
}

// A donated argument ends with its last use.
// DONATED: Memory of a device: at most 2.00 KiB, at stablehlo.tanh (line [[@LINE+2]])
func.func @donated(%a: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 0 : i32}) -> tensor<1024xf32> {
  %0 = stablehlo.tanh %a : tensor<1024xf32>
  %1 = stablehlo.cosine %0 : tensor<1024xf32>
  return %1 : tensor<1024xf32>
}

// The argument; what the loop carries; the next turn's, made of a value of its own.
// LOOP: Memory of a device: at most 4.00 KiB, at stablehlo.cosine (line [[@LINE+11]])
func.func @loop(%a: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.negate %a : tensor<1024xf32>
  %0:2 = stablehlo.while(%i = %zero, %v = %start) : tensor<i32>, tensor<1024xf32>
  cond {
    %go = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %w = stablehlo.tanh %v : tensor<1024xf32>
    %x = stablehlo.cosine %w : tensor<1024xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %x : tensor<i32>, tensor<1024xf32>
  }
  return %0#1 : tensor<1024xf32>
}

// A result that is an argument is a copy of it.
// GIVEN: Memory of a device: at most 2.00 KiB, at func.return (line [[@LINE+2]]); arguments 1.00 KiB, results 1.00 KiB
func.func @given(%a: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<1024xf32> {
  return %a : tensor<1024xf32>
}

// What a call gives and nobody uses is never made, nor is what the function computes for it alone; its type is unsharded here.
// UNUSED: Memory of a device: at most 3.00 KiB, at stablehlo.sine (line [[@LINE+7]]); arguments 1.00 KiB, results 1.00 KiB
func.func @unused(%a: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0:2 = call @two(%a) : (tensor<1024xf32>) -> (tensor<1024xf32>, tensor<64x1024xf32>)
  return %0#0 : tensor<1024xf32>
}
func.func private @two(%a: tensor<1024xf32>) -> (tensor<1024xf32>, tensor<64x1024xf32>) {
  %0 = stablehlo.cosine %a : tensor<1024xf32>
  %1 = stablehlo.sine %0 : tensor<1024xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<1024xf32>) -> tensor<64x1024xf32>
  %3 = stablehlo.tanh %2 : tensor<64x1024xf32>
  return %1, %3 : tensor<1024xf32>, tensor<64x1024xf32>
}
