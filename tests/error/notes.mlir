// Errors about two places show both.
// RUN: not sdyc opt %s -split-input-file 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=TEXT
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

func.func @value(%a: tensor<4xf32>) {
  // expected-note @+1 {{previously defined here}}
  %0 = stablehlo.abs %a : tensor<4xf32>
  // expected-error @+1 {{redefinition of SSA value '%0'}}
  %0 = stablehlo.abs %a : tensor<4xf32>
  return
}

//      TEXT:{{.*}}notes.mlir:[[#@LINE-4]]:3: error: redefinition of SSA value '%0'
// TEXT-NEXT:  %0 = stablehlo.abs %a : tensor<4xf32>
// TEXT-NEXT:  ^
// TEXT-NEXT:{{.*}}notes.mlir:[[#@LINE-9]]:3: note: previously defined here
// TEXT-NEXT:  %0 = stablehlo.abs %a : tensor<4xf32>
// TEXT-NEXT:  ^

// -----

// expected-note @+1 {{previously defined here}}
func.func @argument(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{redefinition of SSA value '%arg0'}}
  %arg0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  return
}

// -----

func.func @block() {
// expected-note @+1 {{previously defined here}}
^first:
  return
// expected-error @+1 {{redefinition of block '^first'}}
^first:
  return
}

// -----

// expected-note @+1 {{see existing symbol definition here}}
func.func private @symbol()
// expected-error @+1 {{redefinition of symbol named 'symbol'}}
func.func private @symbol()

// -----

// expected-note @+1 {{prior use here}}
func.func @type(%a: tensor<4xf32>) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'tensor<8xf32>' vs 'tensor<4xf32>'}}
  %0 = stablehlo.abs %a : tensor<8xf32>
  return
}

// -----

func.func @dominance() {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  %0 = stablehlo.abs %1 : tensor<4xf32>
  // expected-note @+1 {{operand defined here}}
  %1 = stablehlo.constant dense<0.0> : tensor<4xf32>
  return
}

// -----

// Notes that MLIR's own tools do not give need not be expected.
#alias = 1 : i32
// expected-error @+1 {{redefinition of attribute alias id 'alias'}}
#alias = 2 : i32

// TEXT:{{.*}}notes.mlir:[[#@LINE-2]]:1: error: redefinition of attribute alias id 'alias'
// TEXT:{{.*}}notes.mlir:[[#@LINE-5]]:1: note: previously defined here

// -----

!alias = i32
// expected-error @+1 {{redefinition of type alias id 'alias'}}
!alias = i64

// TEXT:{{.*}}notes.mlir:[[#@LINE-2]]:1: error: redefinition of type alias id 'alias'
// TEXT:{{.*}}notes.mlir:[[#@LINE-5]]:1: note: previously defined here

// -----

// Several errors of one run.
func.func @several(%a: tensor<4xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.ad' is unknown}}
  %0 = stablehlo.ad %a, %a : tensor<4xf32>
  %1 = stablehlo.add %0, %a : tensor<4xf32>
  // expected-error @+1 {{custom op 'stablehlo.su' is unknown}}
  %2 = stablehlo.su %a, %a : tensor<4xf32>
  return
}
