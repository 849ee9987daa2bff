// A proof by relations that would take more memory than it may is given up: the programs are evaluated, and the answer says why.
// RUN: sdyc partition %s -o %t && sdyc verify --quiet %s %t | FileCheck %s --check-prefix=ENOUGH
// RUN: sdyc partition %s -o %t && sdyc verify --quiet --memory=0.01 %s %t | FileCheck %s
// RUN: sdyc partition %s -o %t && not sdyc verify --quiet --memory=0.01 --seconds=0 %s %t | FileCheck %s --check-prefix=NEITHER
// ENOUGH: proved by relations
// CHECK: proved by evaluation (2^-{{[0-9]+}}{{.*}}); relations would take more than 0.01 MiB of memory
// NEITHER: not decided, because of {{.*}}; relations would take more than 0.01 MiB of memory
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = stablehlo.add %0, %a : tensor<8xf32>
  return %1 : tensor<8xf32>
}
