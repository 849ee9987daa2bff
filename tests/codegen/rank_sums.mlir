// How ranks add up what their devices have. In device order each rank continues the left fold of those before it with the terms
// of its own devices and hands it on, piece by piece: the value goes once there and once back, however many devices a rank
// has. Ranks that gave each other the term of every device sent 32 times as much here. In the fused order a sum is a tree over
// four ranks or more; a sum over two is what each gives the other.
// RUN: sdyc kernels --ranks=2 --json --reduce=device-order %s | FileCheck %s --check-prefix=CHAIN
// RUN: sdyc kernels --ranks=4 --json --rank=1 --reduce=device-order %s | FileCheck %s --check-prefix=MIDDLE
// RUN: sdyc kernels --ranks=8 --json %s | FileCheck %s --check-prefix=TREE
// RUN: sdyc kernels --ranks=2 --json %s | FileCheck %s --check-prefix=TWO
sdy.mesh @mesh = <["x"=64]>

// CHAIN: "kind": "sum in order", "schedule": "chain"
// CHAIN-NEXT: "room": 0, "most_messages": 4, "most_bytes": 262144
// MIDDLE: "most_messages": 8, "most_bytes": 524288

// TREE: "kind": "sum", "schedule": "tree"
// TREE-NEXT: "room": 131072, "most_messages": 6, "most_bytes": 458752
// TREE: "step": 1, "peer": 1, "bytes": 131072
// TREE: "step": 3, "peer": 2, "bytes": 65536
// TREE: "step": 5, "peer": 4, "bytes": 32768

// TWO: "kind": "gather", "schedule": "direct"
// TWO-NEXT: "room": 0, "most_messages": 1, "most_bytes": 262144
func.func @main(%a: tensor<256x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4096x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<256x256xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x4096xf32>, tensor<4096x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
