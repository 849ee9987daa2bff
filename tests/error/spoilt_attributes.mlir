// What is wrong in a part of an attribute is an error of the whole as well; words where attributes of a kind are expected.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func @f(%a: tensor<2xf32> {foo = 1 : i32}) { return }

// -----

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func @f(%a: tensor<2xf32> {foo}) { return }

// -----

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func @f(%a: tensor<2xf32> {foo = #stablehlo.bounds<3>}) { return }

// -----

// expected-error@+1 {{'func.func' op results may only have dialect attributes}}
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32> {foo = #stablehlo.bounds<3>}) { return %a : tensor<2xf32> }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+2 {{expected attribute value}}
// expected-error@+1 {{custom op 'sdy.manual_computation' failed to parse Sdy_ManualAxes parameter 'value' which is to be a `::llvm::ArrayRef<StringAttr>`}}
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> { %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={a} (%b: tensor<4x8xf32>) {
 sdy.return %b : tensor<4x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>
 return %0 : tensor<8x8xf32> }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+2 {{custom op 'sdy.manual_computation' invalid kind of attribute specified}}
// expected-error@+1 {{custom op 'sdy.manual_computation' failed to parse Sdy_ManualAxes parameter 'value' which is to be a `::llvm::ArrayRef<StringAttr>`}}
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> { %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={1} (%b: tensor<4x8xf32>) {
 sdy.return %b : tensor<4x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>
 return %0 : tensor<8x8xf32> }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+4 {{custom op 'sdy.all_to_all' expected string}}
// expected-error@+3 {{custom op 'sdy.all_to_all' failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error@+2 {{custom op 'sdy.all_to_all' failed to parse Sdy_AllToAllParamAttr parameter 'axes' which is to be a `::llvm::ArrayRef<AxisRefAttr>`}}
// expected-error@+1 {{custom op 'sdy.all_to_all' failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) { %0 = sdy.all_to_all [{a}: 0->1] %a out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+2 {{expected '{'}}
// expected-error@+1 {{custom op 'sdy.all_to_all' failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) { %0 = sdy.all_to_all ["a": 0->1] %a out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+2 {{expected ':'}}
// expected-error@+1 {{custom op 'sdy.all_to_all' failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) { %0 = sdy.all_to_all [{"a"} 0->1] %a out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+2 {{expected '->'}}
// expected-error@+1 {{custom op 'sdy.all_to_all' failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) { %0 = sdy.all_to_all [{"a"}: 0,1] %a out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+2 {{expected '{'}}
// expected-error@+1 {{custom op 'sdy.all_gather' failed to parse Sdy_ListOfAxisRefLists parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefListAttr>`}}
func.func @f(%a: tensor<8x8xf32>) { %0 = sdy.all_gather ["a"] %a out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+2 {{expected '}'}}
// expected-error@+1 {{custom op 'sdy.all_gather' failed to parse Sdy_ListOfAxisRefLists parameter 'value' which is to be a `::llvm::ArrayRef<AxisRefListAttr>`}}
func.func @f(%a: tensor<8x8xf32>) { %0 = sdy.all_gather [{"a"] %a out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+1 {{expected '['}}
func.func @f(%a: tensor<8x8xf32>) { %0 = sdy.all_gather {"a"} %a out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+1 {{expected '{'}}
func.func @f(%a: tensor<8x8xf32>) { %0 = sdy.all_reduce ["a"] %a out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+1 {{expected '}'}}
func.func @f(%a: tensor<8x8xf32>) { %0 = sdy.all_reduce {"a" %a out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
 return }

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+4 {{expected string}}
// expected-error@+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error@+2 {{failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`}}
// expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'replicated_axes'}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], replicated={}>}) { return }

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+4 {{expected string}}
// expected-error@+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
// expected-error@+2 {{failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`}}
// expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'unreduced_axes'}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={}>}) { return }

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+1 {{unbalanced '{' character in pretty dialect name}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], replicated={"a">}) { return }

// -----

sdy.mesh @m = <["a"=2]>
// expected-error@+2 {{expected '{'}}
// expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'replicated_axes'}}
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], replicated="a">}) { return }

// -----

// expected-error@+1 {{expected ']'}}
sdy.mesh @m = <["a"=2], device_ids=[1>

// -----

// expected-error@+1 {{expected '['}}
sdy.mesh @m = <["a"=2], device_ids=1>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected 'device_ids'}}
sdy.mesh @m = <["a"=2], foo=[1]>

// -----

// expected-error@+2 {{custom op 'sdy.mesh' expected integer value}}
// expected-error@+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'device_ids' which is to be a `::llvm::ArrayRef<int64_t>`}}
sdy.mesh @m = <[], device_ids=[]>

// -----

sdy.mesh @m = <["a"=2]>
func.func @f(%a: tensor<8xf32>) {
// expected-error@+2 {{custom op 'sdy.sharding_constraint' invalid kind of attribute specified}}
// expected-error@+1 {{custom op 'sdy.sharding_constraint' expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>}}
  %0 = sdy.sharding_constraint %a <"x", [{}]> : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
// expected-error@+1 {{custom op 'sdy.sharding_group' invalid kind of attribute specified}}
  sdy.sharding_group %a group_id="x" : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
// expected-error@+1 {{expected '(' in argument list}}
  %0 = sdy.named_computation<"foo">(%a) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"a"}]>] {
}

// -----

func.func @list(%a: tensor<2xf32>) {
  // expected-error@+2 {{custom op 'stablehlo.transpose' expected integer value}}
  // expected-error@+1 {{expected ']'}}
  %0 = stablehlo.transpose %a, dims = [a] : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @bool(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{floating point value not valid for specified type}}
  %0 = stablehlo.cholesky %a, lower = 1.5 : tensor<2x2xf32>
  return
}

// -----

func.func @dim(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.get_dimension_size' invalid kind of attribute specified}}
  %0 = stablehlo.get_dimension_size %a, dim = "x" : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @number(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected attribute value}}
  %0 = stablehlo.get_dimension_size %a, dim = : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

// expected-error@+1 {{expected '>' in tensor type}}
func.func @encoding(%a: tensor<2xf32,) {
  return
}

// -----

func.func @results(%a: tensor<2xf32>) {
  // expected-error@+1 {{expected valid ssa identifier}}
  %0 , stablehlo.abs %a : tensor<2xf32>
  return
}

// -----

// expected-error@+1 {{dialect 'sdy' provides no type parsing hook}}
func.func @no_types(%a: !sdy.foo) {
  return
}

// -----

// expected-error@+1 {{unknown quantized type foo}}
func.func @quantized(%a: tensor<2x!quant.foo>) {
  return
}

// -----

// expected-error@+1 {{unknown stablehlo type: foo}}
func.func @nested(%a: !stablehlo<foo>) {
  return
}

// -----

// expected-error@+2 {{expected non-function type}}
// expected-error@+1 {{failed to parse StableHLO_Future parameter 'types' which is to be a `::llvm::ArrayRef<::mlir::Type>`}}
func.func @no_future(%a: !stablehlo.future<>) {
  return
}

// -----

// expected-error@+2 {{expected integer value}}
// expected-error@+1 {{failed to parse StableHLO_ChannelHandle parameter 'type' which is to be a `int64_t`}}
func.func private @channel() attributes {a.b = #stablehlo.channel_handle<handle = 1, type = x>}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: handle}}
func.func private @twice() attributes {a.b = #stablehlo.channel_handle<handle = 1, handle = 2>}

// -----

// expected-error@+2 {{expected valid keyword}}
// expected-error@+1 {{expected a parameter name in struct}}
func.func private @nothing() attributes {a.b = #stablehlo.channel_handle<>}

// -----

// expected-error@+1 {{expected 'output_tuple_indices'}}
func.func private @order() attributes {a.b = #stablehlo.output_operand_alias<operand_index = 0, output_tuple_indices = [], operand_tuple_indices = []>}

// -----

// expected-error@+1 {{struct is missing required parameter: name}}
func.func private @axis() attributes {a.b = #stablehlo.axis_ref<sub_axis_info = (1)2>}

// -----

// expected-error@+1 {{expected integer literal}}
func.func private @integers() attributes {a.b = array<i64: foo>}

// -----

// expected-error@+1 {{expected 'true' or 'false' values for i1 type}}
func.func private @booleans() attributes {a.b = array<i1: 1>}

// -----

// expected-error@+2 {{expected non-function type}}
// expected-error@+1 {{expected an integer or floating point type}}
func.func private @untyped() attributes {a.b = array<>}

// -----

// A type that is wrong is not also no attribute.
// expected-error@+1 {{invalid tensor element type}}
func.func private @type() attributes {a.b = tensor<2xtensor<2xf32>>}

// -----

// expected-error@+1 {{expected distinct ID}}
func.func private @distinct() attributes {a.b = distinct[a]<>}

// -----

// expected-error@+2 {{expected VHLO type}}
// expected-error@+1 {{unknown vhlo type: }}
func.func private @of_vhlo(%a: !vhlo.complex_v1<f32>)
