// Where axes came from: one value for each way.
// RUN: sdyc explain %s | FileCheck %s --check-prefix=ALL
// RUN: sdyc explain %s --value=%a | FileCheck %s --check-prefix=PRIORITY
// RUN: sdyc explain %s --value=%member | FileCheck %s --check-prefix=GROUP
// RUN: sdyc explain %s --value=%sum | FileCheck %s --check-prefix=LOOP
// RUN: sdyc explain %s --value=%3 | FileCheck %s --check-prefix=MANUAL
// RUN: sdyc explain %s --value=%6 | FileCheck %s --check-prefix=CONSTRAINT
// RUN: sdyc explain %s --value=%5 | FileCheck %s --check-prefix=CALLEE
// RUN: sdyc explain %s --value=@main:%cst | FileCheck %s --check-prefix=COPY
// RUN: sdyc explain %s --value=@double:0 | FileCheck %s --check-prefix=RESULT

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>},
                %late: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}p1]>},
                %member: tensor<8x16xf32>, %alone: tensor<8x16xf32>, %n: tensor<i32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {?}]>}, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.add %a, %late : tensor<8x16xf32>
  sdy.sharding_group %0 group_id=7 : tensor<8x16xf32>
  sdy.sharding_group %member group_id=7 : tensor<8x16xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1:2 = stablehlo.while(%i = %zero, %sum = %a) : tensor<i32>, tensor<8x16xf32>
    cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %twice = stablehlo.add %sum, %sum : tensor<8x16xf32>
    stablehlo.return %next, %twice : tensor<i32>, tensor<8x16xf32>
  }
  %2 = func.call @double(%1#1) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%inner: tensor<4x16xf32>) {
    %4 = stablehlo.sine %inner : tensor<4x16xf32>
    sdy.return %4 : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %5 = stablehlo.negate %alone : tensor<8x16xf32>
  %6 = stablehlo.cosine %member : tensor<8x16xf32>
  %7 = sdy.sharding_constraint %6 <@mesh, [{}, {"x"}]> : tensor<8x16xf32>
  %cst = stablehlo.constant dense<1.0> : tensor<8x16xf32>
  %8 = stablehlo.add %0, %cst : tensor<8x16xf32>
  %9 = stablehlo.multiply %5, %cst : tensor<8x16xf32>
  %10 = stablehlo.log %8 : tensor<8x16xf32>
  %11 = sdy.sharding_constraint %10 <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  %12 = func.call @known(%alone) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0, %3, %7, %9, %11, %8, %12 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}
func.func private @double(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
func.func private @known(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.tanh %arg0 : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// ALL: @main
// ALL: {{[0-9]+}}  %a                tensor<8x16xf32>  [{"x"}, {"y"}]  "x" given; "y" from %late by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %late             tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a by stablehlo.add (line {{[0-9]+}}); "y" given
// ALL: {{[0-9]+}}  %member           tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a shared within sharding group 7, with %0; "y" from %late shared within sharding group 7, with %0
// ALL: {{[0-9]+}}  %alone            tensor<8x16xf32>  [{"y"}, {"x"}]  "y" from @main:3 by stablehlo.negate (line {{[0-9]+}}); "x" from %12 by func.call @known (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %0                tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %1#1              tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by stablehlo.while (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %sum              tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late as %1#1
// ALL: {{[0-9]+}}  %twice            tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by stablehlo.while (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %2                tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %inner by sdy.manual_computation (line {{[0-9]+}}); "y" from %late by func.call @double (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %3                tensor<8x16xf32>  [{"x"}, {"y"}]  "x" given; "y" from %late by sdy.manual_computation (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %inner            tensor<4x16xf32>  [{}, {"y"}]     "y" from %late by sdy.manual_computation (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %4                tensor<4x16xf32>  [{}, {"y"}]     "y" from %late by stablehlo.sine (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %5                tensor<8x16xf32>  [{"y"}, {"x"}]  "y" from @main:3 by stablehlo.multiply (line {{[0-9]+}}); "x" from %12 by stablehlo.negate (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %6                tensor<8x16xf32>  [{}, {"x"}]     "x" from %7 by sdy.sharding_constraint (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %7                tensor<8x16xf32>  [{}, {"x"}]     "x" given
// ALL: {{[0-9]+}}  %cst              tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %cst (copy 1)     tensor<8x16xf32>  [{"y"}, {"x"}]  "y" from @main:3, "x" from %12 by stablehlo.multiply (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %8                tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %9                tensor<8x16xf32>  [{"y"}, {"x"}]  "y" from @main:3 by return (line {{[0-9]+}}); "x" from %12 by stablehlo.multiply (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %10               tensor<8x16xf32>  [{"x"}, {}]     "x" from %11 by sdy.sharding_constraint (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %11               tensor<8x16xf32>  [{"x"}, {}]     "x" given
// ALL: {{[0-9]+}}  %12               tensor<8x16xf32>  [{"y"}, {"x"}]  "y" by sdy-insert-func-call-reshards; "x" given by the signature of the function, for func.call @known (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:0           tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:1           tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %3, "y" from %late by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:2           tensor<8x16xf32>  [{}, {"x"}]     "x" from %7 by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:3           tensor<8x16xf32>  [{"y"}, {"x"}]  "y" given; "x" from %12 by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:4           tensor<8x16xf32>  [{"x"}, {}]     "x" from %11 by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:5           tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:6           tensor<8x16xf32>  [{}, {"x"}]     "x" from %12 by return (line {{[0-9]+}})
// ALL: @double
// ALL: {{[0-9]+}}  %arg0             tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %a, "y" from %late by func.call @double (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %0                tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %inner by func.call @double (line {{[0-9]+}}); "y" from %late by stablehlo.add (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @double:0         tensor<8x16xf32>  [{"x"}, {"y"}]  "x" from %inner, "y" from %late returned
// ALL: @known
// ALL: {{[0-9]+}}  %arg0             tensor<8x16xf32>  [{"y"}, {"x"}]  "y" from @main:3 by func.call @known (line {{[0-9]+}}); "x" from %12 by stablehlo.tanh (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %0                tensor<8x16xf32>  [{"y"}, {"x"}]  "y" from @main:3 by stablehlo.tanh (line {{[0-9]+}}); "x" from %12 by func.call @known (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @known:0          tensor<8x16xf32>  [{"y"}, {"x"}]  "y" from @main:3, "x" from %12 returned
// ALL: @main
// ALL: {{[0-9]+}}  sdy.reshard(%12)  tensor<8x16xf32>  [{}, {"x"}]     "x" by sdy-insert-func-call-reshards
// PRIORITY: sharded [{"x"}, {"y"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 4x4xf32
// PRIORITY: Dimension 0 (8) is sharded along "x":
// PRIORITY: %a dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// PRIORITY: Dimension 1 (16) is sharded along "y":
// PRIORITY: %late dimension 1: given by the sharding of the argument, with priority p1 (line {{[0-9]+}})
// PRIORITY: -> %a dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// GROUP: sharded [{"x"}, {"y"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 4x4xf32
// GROUP: It has one sharding with the others of sharding group 7: %0.
// GROUP: Dimension 0 (8) is sharded along "x":
// GROUP: %a dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// GROUP: -> %0 dimension 0: by factor i of stablehlo.add (line {{[0-9]+}})
// GROUP: -> %member dimension 0: shared within sharding group 7, with %0
// GROUP: Dimension 1 (16) is sharded along "y":
// GROUP: %late dimension 1: given by the sharding of the argument, with priority p1 (line {{[0-9]+}})
// GROUP: -> %0 dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// GROUP: -> %member dimension 1: shared within sharding group 7, with %0
// GROUP: x  "x" of dimension 1 of %6 would come by factor j of stablehlo.cosine (line {{[0-9]+}}), but dimension 1 has "y" in its place; neither gives way, a reshard settles it.
// LOOP: sharded [{"x"}, {"y"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 4x4xf32
// LOOP: It has one sharding with %1#1, for it flows through stablehlo.while (line {{[0-9]+}}).
// LOOP: Dimension 0 (8) is sharded along "x":
// LOOP: %a dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// LOOP: -> %1#1 dimension 0: by the data flow of stablehlo.while (line {{[0-9]+}})
// LOOP: -> %sum dimension 0: carried by stablehlo.while (line {{[0-9]+}})
// LOOP: Dimension 1 (16) is sharded along "y":
// LOOP: %late dimension 1: given by the sharding of the argument, with priority p1 (line {{[0-9]+}})
// LOOP: -> %a dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// LOOP: -> %1#1 dimension 1: by the data flow of stablehlo.while (line {{[0-9]+}})
// LOOP: -> %sum dimension 1: carried by stablehlo.while (line {{[0-9]+}})
// MANUAL: sharded [{"x"}, {"y"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 4x4xf32
// MANUAL: Dimension 0 (8) is sharded along "x":
// MANUAL: %3 dimension 0: given by out_shardings of sdy.manual_computation (line {{[0-9]+}})
// MANUAL: Dimension 1 (16) is sharded along "y":
// MANUAL: %late dimension 1: given by the sharding of the argument, with priority p1 (line {{[0-9]+}})
// MANUAL: -> %a dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// MANUAL: -> %1#1 dimension 1: by the data flow of stablehlo.while (line {{[0-9]+}})
// MANUAL: -> @double:%arg0 dimension 1: by the data flow of func.call @double (line {{[0-9]+}})
// MANUAL: -> @double:%0 dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// MANUAL: -> %2 dimension 1: by the data flow of func.call @double (line {{[0-9]+}})
// MANUAL: -> %inner dimension 1: by the data flow of sdy.manual_computation (line {{[0-9]+}})
// MANUAL: -> %4 dimension 1: by factor j of stablehlo.sine (line {{[0-9]+}})
// MANUAL: -> %3 dimension 1: by the data flow of sdy.manual_computation (line {{[0-9]+}})
// CONSTRAINT: sharded [{}, {"x"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 8x8xf32
// CONSTRAINT: Dimension 0 (8) is not sharded:
// CONSTRAINT: x  "x" of dimension 0 of %member would come by factor i of stablehlo.cosine (line {{[0-9]+}}), but that dimension is closed: asked for by sdy.sharding_constraint (line {{[0-9]+}}).
// CONSTRAINT: Dimension 1 (16) is sharded along "x":
// CONSTRAINT: %7 dimension 1: given by sdy.sharding_constraint (line {{[0-9]+}})
// CONSTRAINT: -> %6 dimension 1: asked for by sdy.sharding_constraint (line {{[0-9]+}})
// CONSTRAINT: x  "y" of dimension 1 of %member would come by factor j of stablehlo.cosine (line {{[0-9]+}}), but dimension 1 has "x" in its place; neither gives way, a reshard settles it.
// CALLEE: sharded [{"y"}, {"x"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 2x8xf32
// CALLEE: Dimension 0 (8) is sharded along "y":
// CALLEE: @main:3 dimension 0: given by the sharding of the result in the signature (line {{[0-9]+}})
// CALLEE: -> %9 dimension 0: by being returned as that result (line {{[0-9]+}})
// CALLEE: -> %5 dimension 0: by factor i of stablehlo.multiply (line {{[0-9]+}})
// CALLEE: Dimension 1 (16) is sharded along "x":
// CALLEE: %12 dimension 1: given by the signature of the function, for func.call @known (line {{[0-9]+}})
// CALLEE: -> @known:%0 dimension 1: by the data flow of func.call @known (line {{[0-9]+}})
// CALLEE: -> @known:%arg0 dimension 1: by factor j of stablehlo.tanh (line {{[0-9]+}})
// CALLEE: -> %alone dimension 1: by the data flow of func.call @known (line {{[0-9]+}})
// CALLEE: -> %5 dimension 1: by factor j of stablehlo.negate (line {{[0-9]+}})
// COPY: sharded [{"x"}, {"y"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 4x4xf32
// COPY: Dimension 0 (8) is sharded along "x":
// COPY: %a dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// COPY: -> %0 dimension 0: by factor i of stablehlo.add (line {{[0-9]+}})
// COPY: -> %cst dimension 0: by factor i of stablehlo.add (line {{[0-9]+}})
// COPY: Dimension 1 (16) is sharded along "y":
// COPY: %late dimension 1: given by the sharding of the argument, with priority p1 (line {{[0-9]+}})
// COPY: -> %0 dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// COPY: -> %cst dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// COPY: sharded [{"y"}, {"x"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 2x8xf32
// COPY: Dimension 0 (8) is sharded along "y":
// COPY: @main:3 dimension 0: given by the sharding of the result in the signature (line {{[0-9]+}})
// COPY: -> %9 dimension 0: by being returned as that result (line {{[0-9]+}})
// COPY: -> %cst (copy 1) dimension 0: by factor i of stablehlo.multiply (line {{[0-9]+}})
// COPY: Dimension 1 (16) is sharded along "x":
// COPY: %12 dimension 1: given by the signature of the function, for func.call @known (line {{[0-9]+}})
// COPY: -> @known:%0 dimension 1: by the data flow of func.call @known (line {{[0-9]+}})
// COPY: -> @known:%arg0 dimension 1: by factor j of stablehlo.tanh (line {{[0-9]+}})
// COPY: -> %alone dimension 1: by the data flow of func.call @known (line {{[0-9]+}})
// COPY: -> %5 dimension 1: by factor j of stablehlo.negate (line {{[0-9]+}})
// COPY: -> %cst (copy 1) dimension 1: by factor j of stablehlo.multiply (line {{[0-9]+}})
// RESULT: sharded [{"x"}, {"y"}] on mesh @mesh ("x"=2, "y"=4: 8 devices); each device holds 4x4xf32
// RESULT: Dimension 0 (8) is sharded along "x":
// RESULT: %inner dimension 0: given by in_shardings of sdy.manual_computation (line {{[0-9]+}})
// RESULT: -> %2 dimension 0: by the data flow of sdy.manual_computation (line {{[0-9]+}})
// RESULT: -> @double:%0 dimension 0: by the data flow of func.call @double (line {{[0-9]+}})
// RESULT: -> @double:0 dimension 0: returned (line {{[0-9]+}})
// RESULT: Dimension 1 (16) is sharded along "y":
// RESULT: %late dimension 1: given by the sharding of the argument, with priority p1 (line {{[0-9]+}})
// RESULT: -> %a dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// RESULT: -> %1#1 dimension 1: by the data flow of stablehlo.while (line {{[0-9]+}})
// RESULT: -> @double:%arg0 dimension 1: by the data flow of func.call @double (line {{[0-9]+}})
// RESULT: -> @double:%0 dimension 1: by factor j of stablehlo.add (line {{[0-9]+}})
// RESULT: -> @double:0 dimension 1: returned (line {{[0-9]+}})
