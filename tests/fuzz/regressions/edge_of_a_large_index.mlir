func.func @f(%arg0: tensor<8xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"b" = result-9223372036854775807 -> [operand-0]}]}]>} : tensor<8xf32>
  return
}
