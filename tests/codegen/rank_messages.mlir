// What each of 1,024 ranks sends, counted without running: a shift and a transpose of mesh axes go to the one rank that needs
// them, and there is memory for what one rank sends alone. Exchanges of which each rank gave all that it has to all of its group
// sent 67 MB for a transpose that needs 64 KB.
// RUN: sdyc kernels --ranks=1024 --json --rank=33 %s | FileCheck %s
// RUN: sdyc kernels --ranks=1024 %s | FileCheck %s --check-prefix=MEMORY
// RUN: sdyc kernels --ranks=32 --json %s | FileCheck %s --check-prefix=SHARED
// RUN: not sdyc kernels --json %s 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not sdyc kernels --ranks=2 --rank=2 %s 2>&1 | FileCheck %s --check-prefix=BEYOND
sdy.mesh @mesh = <["x"=32, "y"=32]>

// ALONE: --json lists what ranks send: it goes with --ranks
// BEYOND: --rank counts from 0 and is less than --ranks

// Rank 33 has the digits 1 and 1: it keeps its part of the transpose.
// CHECK: "ranks": 1024, "rank": 33
// CHECK: "kind": "permute", "schedule": "direct"
// CHECK-NEXT: "room": 0, "most_messages": 1, "most_bytes": 65536
// CHECK-NEXT: "messages": [],
// CHECK-NEXT: "sent_messages": 0, "sent_bytes": 0

// The rows of a shift come from the rank before.
// CHECK: "kind": "permute", "schedule": "direct"
// CHECK-NEXT: "room": 0, "most_messages": 1, "most_bytes": 16384
// CHECK-NEXT: "messages": [
// CHECK-NEXT: "peer": 1, "bytes": 16384, "sends": false
// CHECK-NEXT: "peer": 65, "bytes": 16384, "sends": true
// MEMORY: exchange: sdy.collective_permute tensor<128x128xf32>
// MEMORY: = output 0 in b{{[0-9]+}}: 16384 x f32, tensor<128x128xf32>{{$}}
// MEMORY: = arena +{{[0-9]+}}: 4096 x f32, tensor<1x4096xf32>{{$}}

// With 32 devices a rank, all of which shift along "x", they go together in one message.
// SHARED: "most_messages": 31, "most_bytes": 2031616
// SHARED: "most_messages": 1, "most_bytes": 524288
func.func @main(%a: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<128x131072xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
        tensor<128x131072xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.multiply %a, %a : tensor<4096x4096xf32>
  %1 = stablehlo.slice %b [127:128, 0:131072] : (tensor<128x131072xf32>) -> tensor<1x131072xf32>
  %2 = stablehlo.slice %b [0:127, 0:131072] : (tensor<128x131072xf32>) -> tensor<127x131072xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1x131072xf32>, tensor<127x131072xf32>) -> tensor<128x131072xf32>
  return %0, %3 : tensor<4096x4096xf32>, tensor<128x131072xf32>
}
