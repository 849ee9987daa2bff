// Sizes for which evaluation would take minutes are made smaller where nothing counts places along them. What is proved with
// other sizes says so; what is not proved with them is judged with its own.
// RUN: sdyc partition %s > %t.parts && sdyc verify --evaluate --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/@tanh_of/@other/; s/dense<1.000000e+00>/dense<2.000000e+00>/' %t.parts > %t.wrong
// RUN: (sdyc verify --evaluate --quiet --seconds=3 %s %t.wrong; test $? = 3) | FileCheck %s --check-prefix=LATE
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK: proved by evaluation (2^-{{[0-9]+}}), sizes made smaller: {{.*4096 to [0-9]+}}
// LATE: not decided, because of stablehlo.{{.*}}: it takes too long to evaluate
func.func @main(%a: tensor<2048x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<2048x64x64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<2048x4096xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x4096xf32>) -> tensor<2048x4096xf32>
  %1 = stablehlo.add %0, %one : tensor<2048x4096xf32>
  %2 = stablehlo.tanh %1 : tensor<2048x4096xf32>
  %3 = stablehlo.reshape %2 : (tensor<2048x4096xf32>) -> tensor<2048x64x64xf32>
  return %3 : tensor<2048x64x64xf32>
}
