// RUN: sdyc partition --report --machine=1Tflop/s,bf16=4Tflop/s,memory=1TB/s %s | FileCheck %s
// RUN: sdyc partition --report --machine=1Tflop/s %s | FileCheck %s --check-prefix=RATE
// RUN: not sdyc partition --report --machine=bf61=4Tflop/s %s 2>&1 | FileCheck %s --check-prefix=TYPE
// A step of decoding: one row by weights of 4096x4096 bf16. It computes 2 * 4096^2 = 33.6 Mflop, 8.4 us at 4 Tflop/s of bf16, but reads
// 32 MiB of weights, 33.6 us at 1 TB/s. tanh reads what cosine gives from registers: together they read 8 KiB and write 8 KiB.
// CHECK: Work of a device: 33.6 Mflop, 32.0 MiB read and written.
// CHECK: Time of a run on that machine: 0 ns of sending and 33.6 us of work
// RATE: Time of a run on that machine: 0 ns of sending and 33.6 us of work
func.func @main(%x: tensor<1x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<1x4096xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<1x4096xbf16>
  %1 = stablehlo.cosine %0 : tensor<1x4096xbf16>
  %2 = stablehlo.tanh %1 : tensor<1x4096xbf16>
  return %2 : tensor<1x4096xbf16>
}
// TYPE: error: 'bf61=4Tflop/s' describes no machine
