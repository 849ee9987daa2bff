// RUN: sdyc partition --report --machine=10us:25GB/s,model=1us:100GB/s,1Tflop/s --scale=model:2,8 %s | FileCheck %s
// RUN: sdyc partition --report --json --machine=10us:25GB/s,model=1us:100GB/s,1Tflop/s --scale=model:2,8 %s | FileCheck %s --check-prefix=JSON
// RUN: not sdyc partition --report --machine=10us %s 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: not sdyc partition --report --scale=batch:2 %s 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not sdyc partition --machine=10us:25GB/s %s 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not sdyc partition --scale model:2 %s 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not sdyc partition --report=costs %s 2>&1 | FileCheck %s --check-prefix=VALUE
// ALONE: error: --machine goes with --report: sdyc partition --report --machine
// SCALE: error: --scale goes with --report: sdyc partition --report --scale
// VALUE: error: --report is true or false, not 'costs'
// Times by latency and bandwidth: an all_reduce of 2^20 bytes along "model" takes 2 log2(4) steps of 1 us and sends 1.5 * 2^20
// bytes at 100 GB/s, 19.7 us; along "data", of 4 bytes, 2 steps of 10 us. Of strong scaling all is partitioned anew; weak
// scaling keeps the parts, and what they send grows with the group.

sdy.mesh @mesh = <["data"=2, "model"=4]>
// CHECK: line collective along groups operand times sent by one by all time why
func.func @main(%x: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
                %w: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<1024x512xf32>, tensor<f32>) {
  // CHECK-NEXT: [[@LINE+1]] all_reduce "model" 2 of 4 tensor<512x512xf32> 1 1.50 MiB 12.0 MiB 19.7 us stablehlo.dot_general
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-NEXT: [[@LINE+1]] all_reduce "data" 4 of 2 tensor<f32> 1 4 B 32 B 20.0 us stablehlo.reduce
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1024x512xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<1024x512xf32>, tensor<f32>
}
// CHECK: total 2 1.50 MiB 12.0 MiB 39.7 us
// CHECK: Time of a run on that machine: 39.7 us of sending and 134 us of work: 174 us one after the other, 134 us if all of the shorter hides behind the longer.
// CHECK: Strong scaling, this program on more devices:
// CHECK: model devices work memory sent by one time of work of sending efficiency
// CHECK-NEXT: 2 4 269 Mflop 4.00 MiB 1.00 MiB 269 us 32.5 us 100 %
// CHECK-NEXT: 8 16 67.4 Mflop 2.50 MiB 1.75 MiB 67.4 us 44.4 us 67 %
// CHECK: Weak scaling, parts that stay as large as they are here:
// CHECK: model devices work memory sent by one time of work of sending efficiency
// CHECK-NEXT: 2 4 134 Mflop 3.00 MiB 1.00 MiB 134 us 32.5 us 100 %
// CHECK-NEXT: 8 16 134 Mflop 3.00 MiB 1.75 MiB 134 us 44.4 us 93 %

// JSON: "each":1572864,"all":12582912,"seconds":1.97286{{[0-9]*}}e-05
// JSON: "scaling":{"axis":"model","sizes":[
// JSON-NEXT: {"size":2,"devices":4,"strong":{"flops":{{[0-9]+}},"peak":4194{{[0-9]+}},"each":1048580,"work_seconds":

// MACHINE: error: '10us' describes no machine: it has links, 10us:25GB/s (a latency and a bandwidth)
// AXIS: error: 'batch:2' is not an axis and its sizes, as in x:8,64,512: no mesh of the program has that axis
