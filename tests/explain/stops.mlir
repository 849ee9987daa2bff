// What stopped an axis: one value for each reason.
// RUN: sdyc explain %s | FileCheck %s --check-prefix=ALL
// RUN: sdyc explain %s --value=%closed | FileCheck %s --check-prefix=CLOSED
// RUN: sdyc explain %s --value=%replicated | FileCheck %s --check-prefix=REPLICATED
// RUN: sdyc explain %s --value=@main:%2 | FileCheck %s --check-prefix=USED
// RUN: sdyc explain %s --value=%3 | FileCheck %s --check-prefix=FACTOR
// RUN: sdyc explain %s --value=4 | FileCheck %s --check-prefix=RULE
// RUN: sdyc explain %s --value=%5 | FileCheck %s --check-prefix=BARRIER
// RUN: sdyc explain %s --value=%6 | FileCheck %s --check-prefix=MESH
// RUN: sdyc explain %s --value=%7 | FileCheck %s --check-prefix=CONFLICT
// RUN: sdyc explain %s --value=%8 | FileCheck %s --check-prefix=OTHERS
// RUN: sdyc explain %s --value=%9 | FileCheck %s --check-prefix=DIVIDE
// RUN: sdyc explain %s --value=%12 | FileCheck %s --check-prefix=BLOCKED
// RUN: sdyc explain %s --value=%13 | FileCheck %s --check-prefix=ELEMENTWISE
// RUN: sdyc explain %s --value=%14 | FileCheck %s --check-prefix=RETURN

sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
sdy.mesh @other = <["w"=16]>

func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %closed: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>},
                %replicated: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], replicated={"x"}>},
                %small: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>},
                %large: tensor<8x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}]>},
                %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"z"}]>},
                %open: tensor<16xf32>,
                %line: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>},
                %elsewhere: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@other, [{"w"}, {?}]>})
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x1024xf32>, tensor<8x8xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<24x3xf32>, tensor<6x12xf32>, tensor<8x16xf32>, tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %a, %closed : tensor<8x16xf32>
  %1 = stablehlo.add %a, %replicated : tensor<8x16xf32>
  %2 = stablehlo.dot_general %small, %large, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x1024xf32>) -> tensor<4x1024xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.custom_call @mine(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %5 = sdy.propagation_barrier %a allowed_direction=BACKWARD : tensor<8x16xf32>
  %6 = stablehlo.add %a, %elsewhere : tensor<8x16xf32>
  %7 = stablehlo.transpose %b, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %8 = stablehlo.add %a, %7 : tensor<8x16xf32>
  %9 = stablehlo.iota dim = 0 : tensor<24x3xf32>
  %10 = stablehlo.reshape %9 : (tensor<24x3xf32>) -> tensor<6x12xf32>
  %11 = sdy.sharding_constraint %10 <@mesh, [{"y"}, {?}]> : tensor<6x12xf32>
  %12 = stablehlo.custom_call @blocked(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} blocked_propagation={i}, custom>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %13 = stablehlo.negate %open : tensor<16xf32>
  %14 = stablehlo.add %13, %line {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<16xf32>
  return %0, %1, %2, %3, %4, %5, %6, %8, %9, %11, %12, %14 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x1024xf32>, tensor<8x8xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<24x3xf32>, tensor<6x12xf32>, tensor<8x16xf32>, tensor<16xf32>
}

// ALL: @main
// ALL: {{[0-9]+}}  %a           tensor<8x16xf32>    [{"x"}, {"y"}]    "x", "y" given
// ALL: {{[0-9]+}}  %closed      tensor<8x16xf32>    [{}, {"y"}]       "y" from %a by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %replicated  tensor<8x16xf32>    [{}, {"y"}]       "y" from %a by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %small       tensor<4x8xf32>     [{"x"}, {}]       "x" given
// ALL: {{[0-9]+}}  %large       tensor<8x1024xf32>  [{}, {"x"}]       "x" given
// ALL: {{[0-9]+}}  %b           tensor<16x8xf32>    [{"y"}, {"z"}]    "y", "z" given
// ALL: {{[0-9]+}}  %open        tensor<16xf32>      [{}]              nothing came
// ALL: {{[0-9]+}}  %line        tensor<16xf32>      [{"x"}]           "x" given
// ALL: {{[0-9]+}}  %elsewhere   tensor<8x16xf32>    [{"w":(1)8}, {}]  "w":(1)8 given
// ALL: {{[0-9]+}}  %0           tensor<8x16xf32>    [{"x"}, {"y"}]    "x", "y" from %a by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %1           tensor<8x16xf32>    [{"x"}, {"y"}]    "x", "y" from %a by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %2           tensor<4x1024xf32>  [{}, {"x"}]       "x" from %large by stablehlo.dot_general (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %3           tensor<8x8xf32>     [{"x"}, {"z"}]    "x" from %a, "z" from %b by stablehlo.dot_general (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %4           tensor<8x16xf32>    [{}, {}]          stablehlo.custom_call @mine has no sharding rule
// ALL: {{[0-9]+}}  %5           tensor<8x16xf32>    [{}, {}]          "x" stopped (barrier)
// ALL: {{[0-9]+}}  %6           tensor<8x16xf32>    [{}, {}]          nothing came
// ALL: {{[0-9]+}}  %7           tensor<8x16xf32>    [{"z"}, {"y"}]    "z", "y" from %b by stablehlo.transpose (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %8           tensor<8x16xf32>    [{}, {"y"}]       "y" from %a by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %9           tensor<24x3xf32>    [{"y":(1)2}, {}]  "y":(1)2 from %11 by stablehlo.reshape (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %9 (copy 1)  tensor<24x3xf32>    [{}, {}]          nothing came
// ALL: {{[0-9]+}}  %10          tensor<6x12xf32>    [{"y"}, {}]       "y" from %11 by sdy.sharding_constraint (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %11          tensor<6x12xf32>    [{"y"}, {}]       "y" given
// ALL: {{[0-9]+}}  %12          tensor<8x16xf32>    [{}, {"y"}]       "y" from %a by stablehlo.custom_call @blocked (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %13          tensor<16xf32>      [{}]              "x" stopped (elementwise)
// ALL: {{[0-9]+}}  %14          tensor<16xf32>      [{}]              "x" stopped (closed)
// ALL: {{[0-9]+}}  @main:0      tensor<8x16xf32>    [{"x"}, {"y"}]    "x", "y" from %a by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:1      tensor<8x16xf32>    [{"x"}, {"y"}]    "x", "y" from %a by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:2      tensor<4x1024xf32>  [{}, {"x"}]       "x" from %large by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:3      tensor<8x8xf32>     [{"x"}, {"z"}]    "x" from %a, "z" from %b by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:4      tensor<8x16xf32>    [{}, {}]          nothing came
// ALL: {{[0-9]+}}  @main:5      tensor<8x16xf32>    [{}, {}]          nothing came
// ALL: {{[0-9]+}}  @main:6      tensor<8x16xf32>    [{}, {}]          nothing came
// ALL: {{[0-9]+}}  @main:7      tensor<8x16xf32>    [{}, {"y"}]       "y" from %a by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:8      tensor<24x3xf32>    [{}, {}]          nothing came
// ALL: {{[0-9]+}}  @main:9      tensor<6x12xf32>    [{}, {}]          parts of axes do not stay on inputs and outputs whose dimension is open
// ALL: {{[0-9]+}}  @main:10     tensor<8x16xf32>    [{}, {"y"}]       "y" from %a by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:11     tensor<16xf32>      [{"x"}]           "x" given
// CLOSED: sharded [{}, {"y"}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 8x4xf32
// CLOSED: Dimension 0 (8) is not sharded:
// CLOSED: x  "x" of dimension 0 of %a would come by factor i of stablehlo.add (line {{[0-9]+}}), but that dimension is closed: given by the sharding of the argument.
// CLOSED: Dimension 1 (16) is sharded along "y":
// CLOSED: %a dimension 1: given by the sharding of the argument (line {{[0-9]+}})
// CLOSED: -> %closed dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// REPLICATED: sharded [{}, {"y"}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 8x4xf32
// REPLICATED: Dimension 0 (8) is not sharded:
// REPLICATED: x  "x" of dimension 0 of %a would come by factor i of stablehlo.add (line {{[0-9]+}}), but %replicated is explicitly replicated along it.
// REPLICATED: Dimension 1 (16) is sharded along "y":
// REPLICATED: %a dimension 1: given by the sharding of the argument (line {{[0-9]+}})
// REPLICATED: -> %replicated dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// USED: sharded [{}, {"x"}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 4x512xf32
// USED: Dimension 0 (4) is not sharded:
// USED: x  "x" of dimension 0 of %small would come by factor i of stablehlo.dot_general (line {{[0-9]+}}), but the axis shards dimension 1 already: both came at once, and the aggressive strategy prefers the larger tensor: %large has 8192 elements, %small has 32.
// USED: Dimension 1 (1024) is sharded along "x":
// USED: %large dimension 1: given by the sharding of the argument (line {{[0-9]+}})
// USED: -> %2 dimension 1: by factor j of stablehlo.dot_general (line {{[0-9]+}})
// FACTOR: sharded [{"x"}, {"z"}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 4x4xf32
// FACTOR: Dimension 0 (8) is sharded along "x":
// FACTOR: %a dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// FACTOR: -> %3 dimension 0: by factor i of stablehlo.dot_general (line {{[0-9]+}})
// FACTOR: Dimension 1 (8) is sharded along "z":
// FACTOR: %b dimension 1: given by the sharding of the argument (line {{[0-9]+}})
// FACTOR: -> %3 dimension 1: by factor j of stablehlo.dot_general (line {{[0-9]+}})
// FACTOR: x  "y" of dimension 1 of %a ends at stablehlo.dot_general (line {{[0-9]+}}): it shards factor k, which it sums or reduces over, and no dimension of %3 has that factor.
// RULE: no sharding: every device holds all of it
// RULE: Dimension 0 (8) is not sharded: nothing came to it.
// RULE: Dimension 1 (16) is not sharded: nothing came to it.
// RULE: x  stablehlo.custom_call @mine (line {{[0-9]+}}) has no sharding rule: nothing of %a goes through it.
// BARRIER: no sharding: every device holds all of it
// BARRIER: Dimension 0 (8) is not sharded:
// BARRIER: x  "x" of dimension 0 of %a would come by factor i of sdy.propagation_barrier (line {{[0-9]+}}), but the barrier lets nothing through that way.
// BARRIER: Dimension 1 (16) is not sharded:
// BARRIER: x  "y" of dimension 1 of %a would come by factor j of sdy.propagation_barrier (line {{[0-9]+}}), but the barrier lets nothing through that way.
// MESH: no sharding: every device holds all of it
// MESH: Dimension 0 (8) is not sharded: nothing came to it.
// MESH: Dimension 1 (16) is not sharded: nothing came to it.
// MESH: x  stablehlo.add (line {{[0-9]+}}) has tensors on meshes that differ: nothing goes through it.
// CONFLICT: sharded [{"z"}, {"y"}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 4x4xf32
// CONFLICT: Dimension 0 (8) is sharded along "z":
// CONFLICT: %b dimension 1: given by the sharding of the argument (line {{[0-9]+}})
// CONFLICT: -> %7 dimension 0: by factor i of stablehlo.transpose (line {{[0-9]+}})
// CONFLICT: x  "x" of dimension 0 of %a would come by factor i of stablehlo.add (line {{[0-9]+}}), but dimension 0 has "z" in its place; neither gives way, a reshard settles it.
// CONFLICT: Dimension 1 (16) is sharded along "y":
// CONFLICT: %b dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// CONFLICT: -> %7 dimension 1: by factor j of stablehlo.transpose (line {{[0-9]+}})
// OTHERS: sharded [{}, {"y"}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 8x4xf32
// OTHERS: Dimension 0 (8) is not sharded:
// OTHERS: x  "x" of dimension 0 of %a would come by factor i of stablehlo.add (line {{[0-9]+}}), but dimension 0 of %7 has "z" in its place; neither gives way, a reshard settles it.
// OTHERS: Dimension 1 (16) is sharded along "y":
// OTHERS: %a dimension 1: given by the sharding of the argument (line {{[0-9]+}})
// OTHERS: -> %8 dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// DIVIDE: sharded [{"y":(1)2}, {}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 12x3xf32
// DIVIDE: Dimension 0 (24) is sharded along "y":(1)2:
// DIVIDE: %11 dimension 0: given by sdy.sharding_constraint (line {{[0-9]+}})
// DIVIDE: -> %10 dimension 0: by factor i of sdy.sharding_constraint (line {{[0-9]+}})
// DIVIDE: -> %9 dimension 0: by factor i of stablehlo.reshape (line {{[0-9]+}})
// DIVIDE: x  "y":(2)2 of dimension 0 of %10 would come by factor i of stablehlo.reshape (line {{[0-9]+}}), but it does not divide what is left of the factor, 3, and the dimension has a minor factor below it.
// DIVIDE: Dimension 1 (3) is not sharded: nothing came to it.
// DIVIDE: no sharding: every device holds all of it
// DIVIDE: Dimension 0 (24) is not sharded: nothing came to it.
// DIVIDE: Dimension 1 (3) is not sharded: nothing came to it.
// BLOCKED: sharded [{}, {"y"}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 8x4xf32
// BLOCKED: Dimension 0 (8) is not sharded:
// BLOCKED: x  "x" of dimension 0 of %a would come by factor i of stablehlo.custom_call @blocked (line {{[0-9]+}}), but the rule blocks propagation of the factor.
// BLOCKED: Dimension 1 (16) is sharded along "y":
// BLOCKED: %a dimension 1: given by the sharding of the argument (line {{[0-9]+}})
// BLOCKED: -> %12 dimension 1: by factor j of stablehlo.custom_call @blocked (line {{[0-9]+}})
// ELEMENTWISE: no sharding: every device holds all of it
// ELEMENTWISE: Dimension 0 (16) is not sharded:
// ELEMENTWISE: x  "x" of dimension 0 of %line would come by factor i of stablehlo.add (line {{[0-9]+}}), but operands of an elementwise operation only take what its result has taken.
// RETURN: sharded [{}] on mesh @mesh ("x"=2, "y"=4, "z"=2: 16 devices); each device holds 16xf32
// RETURN: Dimension 0 (16) is not sharded:
// RETURN: x  "x" of dimension 0 of @main:11 would come by return (line {{[0-9]+}}), but that dimension is closed: given by the sharding written on stablehlo.add (line {{[0-9]+}}).
// RETURN: x  "x" of dimension 0 of %line would come by factor i of stablehlo.add (line {{[0-9]+}}), but that dimension is closed: given by the sharding written on stablehlo.add (line {{[0-9]+}}).
