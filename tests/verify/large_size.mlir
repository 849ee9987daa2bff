// The number that a size of 2^40 is divided by is found at once.
// RUN: sdyc partition %s > %t.parts && sdyc verify --evaluate --quiet %s %t.parts | FileCheck %s
sdy.mesh @mesh = <["x"=4]>

// CHECK: proved by evaluation (2^-{{[0-9]+}}), sizes made smaller: {{.*}}1099511627776 to 16
func.func @main(%a: tensor<1099511627776xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<1099511627776xf32> {
  %0 = stablehlo.negate %a : tensor<1099511627776xf32>
  return %0 : tensor<1099511627776xf32>
}
