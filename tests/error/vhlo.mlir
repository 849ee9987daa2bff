// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// expected-error@+2 {{expected VHLO type}}
// expected-error@+1 {{unknown vhlo type: }}
func.func private @f() -> !vhlo.tensor_v1<2xf32>

// -----

// expected-error@+1 {{unknown vhlo type: f33_v1}}
func.func private @f() -> !vhlo.f33_v1

// -----

// expected-error@+2 {{expected VHLO type or attribute}}
// expected-error@+1 {{unknown vhlo type: }}
func.func private @f() -> !vhlo.tensor_v1<2x!vhlo.f32_v1, #stablehlo.bounds<2>>

// -----

// expected-error@+1 {{expected VHLO key attribute}}
func.func private @f() attributes {a = #vhlo.dict_v1<{#vhlo.integer_v1<1 : i64> = #vhlo.bool_v1<true>}>}

// -----

// expected-error@+1 {{expected VHLO type}}
func.func private @f() attributes {a = #vhlo.float_v1<1.0 : f32>}

// -----

// expected-error@+1 {{expected ::mlir::vhlo::PrecisionV1 to be one of: DEFAULT, HIGH, HIGHEST; found 'LOW'}}
func.func private @f() attributes {a = #vhlo<precision_v1 LOW>}

// -----

// expected-error@+1 {{unknown attribute `string_v7` in dialect `vhlo`}}
func.func private @f() attributes {a = #vhlo.string_v7<"a">}

// -----

vhlo.func_v1 @f(%arg0: !vhlo.f32_v1) -> () {
  // expected-error@+1 {{unregistered operation 'vhlo.abs_v7' found in dialect ('vhlo') that does not allow unknown operations}}
  %0 = "vhlo.abs_v7"(%arg0) : (!vhlo.f32_v1) -> !vhlo.f32_v1
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

// -----

vhlo.func_v1 @f(%arg0: !vhlo.f32_v1) -> () {
  // expected-error@+1 {{'vhlo.concatenate_v1' op requires attribute 'dimension'}}
  %0 = "vhlo.concatenate_v1"(%arg0) : (!vhlo.f32_v1) -> !vhlo.f32_v1
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

// -----

vhlo.func_v1 @f(%arg0: !vhlo.f32_v1) -> () {
  // expected-error@+1 {{'vhlo.abs_v1' op requires a single operand}}
  %0 = "vhlo.abs_v1"(%arg0, %arg0) : (!vhlo.f32_v1, !vhlo.f32_v1) -> !vhlo.f32_v1
  "vhlo.return_v1"() : () -> ()
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}

// -----

// expected-error@+1 {{expected VHLO types}}
vhlo.func_v1 @f(%arg0: f32) -> () {
} {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
