// Misspelt names: what was probably meant.
// RUN: not sdyc opt %s -split-input-file 2>&1 | FileCheck %s
// RUN: not sdyc opt %s -split-input-file -sdy-close-sharding 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not sdyc opt - '-canonicalize=enable-pattern=x' < /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not sdyc opt %s -split-input-filer 2>&1 | FileCheck %s --check-prefix=FLAG
// PASS: did you mean '-{{-?}}sdy-close-shardings'?
// OPTION: did you mean 'enable-patterns'?
// FLAG: did you mean {{.*}}split-input-file

func.func @operation(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: custom op 'stablehlo.ad' is unknown; did you mean 'stablehlo.add'?
  %0 = stablehlo.ad %a, %a : tensor<4xf32>
  return
}

// -----

func.func @dialect(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: custom op 'tanh' is unknown (tried 'func.tanh' as well); did you mean 'stablehlo.tanh'?
  %0 = tanh %a : tensor<4xf32>
  return
}

// -----

func.func @default(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:3: error: custom op 'retrun' is unknown (tried 'func.retrun' as well); did you mean 'return'?
  retrun
}

// -----

func.func @same_dialect(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: custom op 'arith.maximum' is unknown; did you mean 'stablehlo.maximum'?
  %0 = arith.maximum %a, %a : tensor<4xf32>
  return
}

// -----

// What is as near as others is of the dialect that was written.
func.func @own_dialect(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: custom op 'chlo.tann' is unknown; did you mean 'chlo.tan'?
  %0 = chlo.tann %a : tensor<4xf32>
  return
}

// -----

func.func @unknown_dialect(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: Dialect `stablelho' not found for custom op 'stablelho.add'; did you mean 'stablehlo.add'?
  %0 = stablelho.add %a, %a : tensor<4xf32>
  return
}

// -----

// Nothing is near.
func.func @far(%a: tensor<4x4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: custom op 'matmul' is unknown (tried 'func.matmul' as well){{$}}
  %0 = matmul %a, %a : tensor<4x4xf32>
  return
}

// -----

func.func @far_in_dialect(%a: tensor<4x4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: custom op 'stablehlo.matmul' is unknown{{$}}
  %0 = stablehlo.matmul %a, %a : tensor<4x4xf32>
  return
}

// -----

func.func @keyword(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: custom op 'stablehlo.dot_general' expected 'contracting_dims'; did you mean 'contracting_dims' instead of 'contractin_dims'?
  %0 = stablehlo.dot_general %a, %a, contractin_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @word(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST; found 'HIGEST'; did you mean 'HIGHEST'?
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [HIGEST, DEFAULT] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @attribute() {
  // CHECK: :[[#@LINE+1]]:8: error: 'stablehlo.iota' op requires attribute 'iota_dimension'; did you mean 'iota_dimension' instead of 'iota_dimensions'?
  %0 = "stablehlo.iota"() {iota_dimensions = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func @axis(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+2]]:8: error: 'sdy.sharding_constraint' op unknown axis name: "date"{{$}}
  // CHECK: :[[#@LINE+1]]:8: note: the mesh has "data"=2, "model"=2; did you mean "data"?
  %0 = sdy.sharding_constraint %a <@mesh, [{"date"}]> : tensor<4xf32>
  return
}

// -----

// A note names the argument, wherever it stands.
sdy.mesh @mesh = <["data"=2, "model"=2]>
// CHECK: :[[#@LINE+1]]:1: error: 'func.func' op arg 1 - unknown axis name: "modle"{{$}}
func.func @argument(
    %a: tensor<4xf32>,
    // CHECK: :[[#@LINE+2]]:5: note: the sharding of this argument
    // CHECK: :[[#@LINE-3]]:1: note: the mesh has "data"=2, "model"=2; did you mean "model"?
    %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"modle"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func @mesh_name(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:8: error: 'sdy.sharding_constraint' op unknown mesh: @mash; did you mean 'mesh'?
  %0 = sdy.sharding_constraint %a <@mash, [{"data"}]> : tensor<4xf32>
  return
}

// -----

func.func @callee(%a: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'func.call' op 'calle' does not reference a valid function; did you mean 'callee'?
  call @calle(%a) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @value(%lhs: tensor<4xf32>, %rhs: tensor<4xf32>) {
  // CHECK: :[[#@LINE+1]]:29: error: use of undeclared SSA value name '%rsh'; did you mean '%rhs'?
  %0 = stablehlo.add %lhs,  %rsh : tensor<4xf32>
  return
}

// -----

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: unknown attribute `shardin` in dialect `sdy`; did you mean 'sdy.sharding'?
module attributes {a = #sdy.shardin<@mesh, [{}]>} {}

// -----

#first = 1 : i32
!second = i32
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: undefined symbol alias id 'frist'; did you mean 'first'?
module attributes {a = #frist} {}

// -----

!second = tensor<4xf32>
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: undefined symbol alias id 'secand'; did you mean 'second'?
func.func private @f(!secand)
