sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0:2 = "foo.bar"(%a, %a) ({
  ^bb0(%x: tensor<8x8xf32>, %y: tensor<*xf32>):
    %1 = stablehlo.add %x, %a : tensor<8x8xf32>
    %m = sdy.sharding_constraint %1 <@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
    "foo.end"(%m) : (tensor<8x8xf32>) -> ()
  }, {
  }) {a = @mesh, b = #foo.bar<"x", [1, 2]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>, <@mesh, []>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>)
  %2 = "foo.dyn"(%0#0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  "foo.fn"() <{sym_name = "main"}> ({
    func.func @inside(%q: tensor<4xf32>) -> tensor<4xf32> { return %q : tensor<4xf32> }
    "foo.x"() : () -> ()
  }) : () -> ()
  return %2 : tensor<8x8xf32>
}
