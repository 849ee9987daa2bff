// Of four devices two send their parts to each other; two keep theirs.
// RUN: sdyc partition --report %s | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: collective_permute {{.*}} tensor<4xf32> 1 16 B 32 B written in the program: sdy.reshard (line 6)
func.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
