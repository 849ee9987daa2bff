// passes: sdy-per-instruction-partitioning
// A branch, of a dialect that is not known here, ends its block whether or not its operand is sharded.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xi1> {
  "cf.cond_br"(%arg0)[^bb1, ^bb1] : (tensor<8xi1>) -> ()
^bb1:
  func.return %arg0 : tensor<8xi1>
}
