// What export takes away from inputs and outputs.
// RUN: sdyc explain %s | FileCheck %s --check-prefix=ALL
// RUN: sdyc explain %s --value=%uneven | FileCheck %s --check-prefix=EVEN
// RUN: sdyc explain %s --value=@main:0 | FileCheck %s --check-prefix=PARTS
// RUN: sdyc explain %s --value=%part | FileCheck %s --check-prefix=SUB

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(%uneven: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>},
                %part: tensor<8x12xf32>) -> (tensor<6x8xf32>, tensor<4x2x12xf32>) {
  %0 = stablehlo.sine %uneven : tensor<6x8xf32>
  %1 = stablehlo.reshape %part : (tensor<8x12xf32>) -> tensor<4x2x12xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"y", ?}, {"x":(1)2, ?}, {?}]> : tensor<4x2x12xf32>
  return %0, %2 : tensor<6x8xf32>, tensor<4x2x12xf32>
}

// ALL: @main
// ALL: {{[0-9]+}}  %uneven  tensor<6x8xf32>     [{"x":(1)2}, {}]         "x":(1)2 given
// ALL: {{[0-9]+}}  %part    tensor<8x12xf32>    [{"y"}, {}]              "y" from %2 by stablehlo.reshape (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %0       tensor<6x8xf32>     [{"x"}, {}]              "x" from %uneven by stablehlo.sine (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %1       tensor<4x2x12xf32>  [{"y"}, {"x":(1)2}, {}]  "y" from %2, "x":(1)2 from %2 by sdy.sharding_constraint (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %2       tensor<4x2x12xf32>  [{"y"}, {"x":(1)2}, {}]  "y", "x":(1)2 given
// ALL: {{[0-9]+}}  @main:0  tensor<6x8xf32>     [{}, {}]                 parts of axes do not stay on inputs and outputs whose dimension is open
// ALL: {{[0-9]+}}  @main:1  tensor<4x2x12xf32>  [{"y"}, {}, {}]          "y" from %2 by return (line {{[0-9]+}})
// EVEN: sharded [{"x":(1)2}, {}] on mesh @mesh ("x"=4, "y"=2: 8 devices); each device holds 3x8xf32
// EVEN: Dimension 0 (6) is sharded along "x":(1)2:
// EVEN: %uneven dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// EVEN: x  axes went: inputs and outputs keep only the axes that divide the dimension.
// EVEN: Dimension 1 (8) is not sharded: nothing came to it.
// PARTS: sharded [{}, {}] on mesh @mesh ("x"=4, "y"=2: 8 devices); each device holds 6x8xf32
// PARTS: Dimension 0 (6) is not sharded:
// PARTS: x  axes went: parts of axes do not stay on inputs and outputs whose dimension is open.
// PARTS: Dimension 1 (8) is not sharded: nothing came to it.
// SUB: sharded [{"y"}, {}] on mesh @mesh ("x"=4, "y"=2: 8 devices); each device holds 4x12xf32
// SUB: Dimension 0 (8) is sharded along "y":
// SUB: %2 dimension 0: given by the sharding written on sdy.sharding_constraint (line {{[0-9]+}})
// SUB: -> %1 dimension 0: by factor i of sdy.sharding_constraint (line {{[0-9]+}})
// SUB: -> %part dimension 0: by factor i of stablehlo.reshape (line {{[0-9]+}})
// SUB: Dimension 1 (12) is not sharded: nothing came to it.
