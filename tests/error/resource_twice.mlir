// Of two resources of one name in bytecode the later counted, and the text that was printed had both. (An editor of bytes makes the name.)
// RUN: sdyc opt %s --emit-bytecode -o %t.mlirbc
// RUN: sdyc opt %t.mlirbc | FileCheck %s --check-prefix=ONCE
// RUN: LC_ALL=C sed -e 's/weight2/weight1/' %t.mlirbc > %t.twice.mlirbc
// RUN: not sdyc opt %t.twice.mlirbc 2>&1 | FileCheck %s
// CHECK: resource_twice.twice.mlirbc: byte {{[0-9]+}}: error: there is a second resource 'weight1'
// What nobody refers to stands in a second piece of the dialect's resources.
// ONCE: builtin: {
// ONCE-NEXT: weight1: "0x040000000000803F00000040",
// ONCE-NEXT: weight2: "0x040000000000404000008040"
func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense_resource<weight1> : tensor<2xf32>
  %1 = stablehlo.constant dense_resource<weight2> : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      unused: "0x040000000000803F",
      weight1: "0x040000000000803F00000040",
      weight2: "0x040000000000404000008040"
    }
  }
#-}
