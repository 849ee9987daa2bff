// Attributes of arguments and results that are no list of dictionaries.
"func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = "f", sym_visibility = "private", res_attrs = #stablehlo.channel_handle<handle = 1, type = 0>, arg_attrs = array<i64: 1>}> ({}) : () -> ()
