// Constants whose elements stand beside the operations: as they are, narrow, repeated, missing, of the wrong size.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x2xf32>, tensor<3xi1>, tensor<3xi4>) {
  %0 = stablehlo.constant dense_resource<weights> : tensor<4x2xf32>
  %1 = stablehlo.constant dense_resource<weights> : tensor<4xcomplex<f32>>
  %2 = stablehlo.constant dense_resource<flags> : tensor<3xi1>
  %3 = stablehlo.constant dense_resource<nibbles> : tensor<3xi4>
  %4 = stablehlo.constant dense_resource<"all one"> : tensor<4x2xf32>
  %5 = stablehlo.constant dense_resource<none> : tensor<0xf64>
  %6 = stablehlo.constant dense_resource<__elided__> : tensor<4x2xf32>
  %7 = stablehlo.constant dense_resource<flags> : tensor<4x2xf32>
  %8 = stablehlo.constant sparse<[[0, 1], [3, 0]], [1.0, 2.0]> : tensor<4x2xf32>
  %9 = stablehlo.add %0, %4 : tensor<4x2xf32>
  %10 = stablehlo.multiply %arg0, %9 : tensor<4x2xf32>
  %11 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %10, %2, %3 : tensor<4x2xf32>, tensor<3xi1>, tensor<3xi4>
}

{-#
  dialect_resources: {
    builtin: {
      "all one": "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      flags: "0x01000000010001",
      nibbles: "0x010000000FF701",
      none: "0x00000000",
      weights: "0x040000000000803F000000400000404000008040000080BF000000C0000040C0000080C0"
    },
    other: {
      text: "some text",
      flag: true
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      verify_each: true,
      blob: "0x0400000001000000"
    }
  }
#-}
