// Parts of axes, and what export takes away from inputs and outputs.
// RUN: sdyc explain %s | FileCheck %s --check-prefix=ALL
// RUN: sdyc explain %s --value=%3 | FileCheck %s --check-prefix=COEXIST
// RUN: sdyc explain %s --value=%uneven | FileCheck %s --check-prefix=EVEN
// RUN: sdyc explain %s --value=@main:0 | FileCheck %s --check-prefix=PARTS
// RUN: sdyc explain %s --value=%part | FileCheck %s --check-prefix=SUB

sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @six = <["z"=6]>

func.func @main(%uneven: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>},
                %part: tensor<8x12xf32>,
                %parts: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@six, [{"z":(1)2}, {}]>}) -> (tensor<6x8xf32>, tensor<4x2x12xf32>, tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@six, [{}, {"z":(3)2}]>}) {
  %0 = stablehlo.sine %uneven : tensor<6x8xf32>
  %1 = stablehlo.reshape %part : (tensor<8x12xf32>) -> tensor<4x2x12xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"y", ?}, {"x":(1)2, ?}, {?}]> : tensor<4x2x12xf32>
  %3 = stablehlo.negate %parts : tensor<2x2xf32>
  return %0, %2, %3 : tensor<6x8xf32>, tensor<4x2x12xf32>, tensor<2x2xf32>
}

// ALL: @main
// ALL: {{[0-9]+}}  %uneven  tensor<6x8xf32>     [{"x":(1)2}, {}]         "x":(1)2 given
// ALL: {{[0-9]+}}  %part    tensor<8x12xf32>    [{"y"}, {}]              "y" from %2 by stablehlo.reshape (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %parts   tensor<2x2xf32>     [{"z":(1)2}, {}]         "z":(1)2 given
// ALL: {{[0-9]+}}  %0       tensor<6x8xf32>     [{"x"}, {}]              "x" from %uneven by stablehlo.sine (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %1       tensor<4x2x12xf32>  [{"y"}, {"x":(1)2}, {}]  "y", "x":(1)2 from %2 by sdy.sharding_constraint (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %2       tensor<4x2x12xf32>  [{"y"}, {"x":(1)2}, {}]  "y", "x":(1)2 given
// ALL: {{[0-9]+}}  %3       tensor<2x2xf32>     [{}, {"z":(3)2}]         "z":(3)2 from @main:2 by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:0  tensor<6x8xf32>     [{}, {}]                 parts of axes do not stay on inputs and outputs whose dimension is open
// ALL: {{[0-9]+}}  @main:1  tensor<4x2x12xf32>  [{"y"}, {}, {}]          "y" from %2 by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:2  tensor<2x2xf32>     [{}, {"z":(3)2}]         "z":(3)2 given
// COEXIST: sharded [{}, {"z":(3)2}] on mesh @six ("z"=6: 6 devices); each device holds 2x1xf32
// COEXIST: Dimension 0 (2) is not sharded:
// COEXIST: x  "z":(1)2 of dimension 0 of %parts would come by factor i of stablehlo.negate (line {{[0-9]+}}), but "z":(3)2 shards dimension 1 of %3, and these parts of the axis cannot stand side by side.
// COEXIST: Dimension 1 (2) is sharded along "z":(3)2:
// COEXIST: @main:2 dimension 1: given by the sharding of the result in the signature (line {{[0-9]+}})
// COEXIST: -> %3 dimension 1: by being returned as that result (line {{[0-9]+}})
// EVEN: sharded [{"x":(1)2}, {}] on mesh @mesh ("x"=4, "y"=2: 8 devices); each device holds 3x8xf32
// EVEN: Dimension 0 (6) is sharded along "x":(1)2:
// EVEN: %uneven dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// EVEN: x  it was sharded along "x" before: inputs and outputs keep only the axes that divide the dimension.
// EVEN: Dimension 1 (8) is not sharded: nothing came to it.
// PARTS: sharded [{}, {}] on mesh @mesh ("x"=4, "y"=2: 8 devices); each device holds 6x8xf32
// PARTS: Dimension 0 (6) is not sharded:
// PARTS: x  it was sharded along "x":(1)2 before: parts of axes do not stay on inputs and outputs whose dimension is open.
// PARTS: Dimension 1 (8) is not sharded: nothing came to it.
// SUB: sharded [{"y"}, {}] on mesh @mesh ("x"=4, "y"=2: 8 devices); each device holds 4x12xf32
// SUB: Dimension 0 (8) is sharded along "y":
// SUB: %2 dimension 0: given by sdy.sharding_constraint (line {{[0-9]+}})
// SUB: -> %1 dimension 0: by factor i of sdy.sharding_constraint (line {{[0-9]+}})
// SUB: -> %part dimension 0: by factor i of stablehlo.reshape (line {{[0-9]+}})
// SUB: x  "x":(1)2 of dimension 1 of %1 would come by factor j of stablehlo.reshape (line {{[0-9]+}}), but a major factor of the dimension is not sharded to its end: each device would hold a strided part.
// SUB: Dimension 1 (12) is not sharded: nothing came to it.
