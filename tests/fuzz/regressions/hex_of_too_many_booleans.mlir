func.func @f() { %0 = stablehlo.constant dense<"0xFF"> : tensor<9223372036854775807xi1>
 return }
