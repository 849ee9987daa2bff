// RUN: sdyc partition --report %s | FileCheck %s
// RUN: sdyc partition --report --json %s | FileCheck %s --check-prefix=JSON
// Every collective with what asked for it, and its line.

// CHECK: mesh @mesh ("x"=2, "y"=4: 8 devices)
sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK: line collective along groups operand times sent by one by all why
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x16xf32>) {
  // CHECK-NEXT: [[@LINE+1]] all_reduce "y" 2 of 4 tensor<4x8xf32> 1 192 B 1.50 KiB stablehlo.dot_general (line [[@LINE+1]]) sums over what is sharded: factor k
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: [[@LINE+1]] all_to_all "x" 4 of 2 tensor<4x8xf32> 1 64 B 512 B asked for by sdy.sharding_constraint (line [[@LINE+1]])
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %2 = stablehlo.tanh %1 : tensor<8x8xf32>
  // CHECK-NEXT: [[@LINE+2]] all_to_all "x" 4 of 2 tensor<8x4xf32> 1 64 B 512 B stablehlo.sort (line [[@LINE+2]]) needs its operand 0 sharded otherwise: factors i, j
  // CHECK-NEXT: [[@LINE+1]] all_to_all "x" 4 of 2 tensor<4x8xf32> 1 64 B 512 B stablehlo.sort (line [[@LINE+1]]) makes its result 0 sharded otherwise: factors i, j
  %3 = "stablehlo.sort"(%2) <{dimension = 1 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%l: tensor<4x4xf32>) {
    // CHECK-NEXT: [[@LINE+1]] all_reduce "x" 4 of 2 tensor<4x4xf32> 1 64 B 512 B written in the program: stablehlo.all_reduce (line [[@LINE+1]])
    %5 = "stablehlo.all_reduce"(%l) <{replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %5 : tensor<4x4xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK-NEXT: 9 all_gather "x" 4 of 2 tensor<8x4xf32> 1 128 B 1.00 KiB the sharding given to result 1 of the function (line 9)
  return %3, %2, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x16xf32>
}
// CHECK: collectives sent by one by all
// CHECK-NEXT: along "y" 1 192 B 1.50 KiB
// CHECK-NEXT: along "x" 5 384 B 3.00 KiB
// CHECK-NEXT: all_reduce 2 256 B 2.00 KiB
// CHECK-NEXT: all_gather 1 128 B 1.00 KiB
// CHECK-NEXT: all_to_all 3 192 B 1.50 KiB
// CHECK-NEXT: total 6 576 B 4.50 KiB

// JSON: {{^}}"collectives":[
// JSON-NEXT: {"kind":"all_reduce","line":13,"axes":[{"axis":"y"}],"groups":2,"group":4,"devices":{{.*}},"operand":128,"each":192,"all":1536,"times":1,"known":true,"places":1,"counts":true,"reason":{"why":"sum","operation":"stablehlo.dot_general","line":13,"number":0,"factors":"k","text":
// JSON-NEXT: {{.*}}"reason":{"why":"constraint","operation":"sdy.sharding_constraint","line":15
// JSON-NEXT: {{.*}}"reason":{"why":"operand","operation":"stablehlo.sort","line":19,"number":0,"factors":"i, j"
// JSON-NEXT: {{.*}}"reason":{"why":"result","operation":"stablehlo.sort"
// JSON-NEXT: {{.*}}"reason":{"why":"written","operation":"stablehlo.all_reduce"
// JSON-NEXT: {{.*}}"reason":{"why":"return","operation":"func.func","line":9,"number":1
// JSON-NEXT: {{^}}"sent":{"collectives":6,"each":576,"all":4608,"known":true
