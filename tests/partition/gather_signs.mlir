// What one device of several has was added to the zeros of the others, and -0 became 0: it is added to -0.
// RUN: sdyc run %s --storage=private --input=i32=1 --input=4x3xf32=-0.0 | FileCheck %s --check-prefix=GOT
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=4]>
// GOT: 3xf32=-0 -0 -0
// CHECK: %[[N:.*]] = stablehlo.constant dense<-0.000000e+00> : tensor<3xf32>
// CHECK: select %{{.*}}, %{{.*}}, %[[N]]
// CHECK: all_reduce
func.func public @main(%i: tensor<i32>, %a: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<3xf32> {
  %0 = "stablehlo.torch_index_select"(%a, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x3xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
