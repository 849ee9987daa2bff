// RUN: sdyc partition --report --machine=node=2us:50GB/s,chip=1us:450GB/s,launch=5us,bf16=400Tflop/s,memory=2TB/s %s | FileCheck %s
// The example of docs/reference/report.md, which has every number of it.
sdy.mesh @mesh = <["node"=8, "chip"=8]>
// CHECK: all_reduce "node", "chip" 1 of 64 tensor<128x4096xbf16> 1 1.97 MiB 126 MiB 41.7 us
// CHECK: Work of a device: 4.29 Gflop, 34.0 MiB read and written.
// CHECK: Time of a run on that machine: 41.7 us of sending and 17.8 us of work: 59.5 us one after the other
func.func @main(%x: tensor<128x262144xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"node", "chip"}]>},
                %w: tensor<262144x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"node", "chip"}, {}]>}) -> tensor<128x4096xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x262144xbf16>, tensor<262144x4096xbf16>) -> tensor<128x4096xbf16>
  return %0 : tensor<128x4096xbf16>
}
