#map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 2)>
#loc = loc("file.py":1:2)
!t = tensor<?x4xf8E4M3FN, #map>
module @m attributes {a.b = "text\0A", c = [1 : i3, -2.5e-3 : f64, @s::@t, unit, dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>]} {
  func.func private @f(!t loc(#loc), tuple<complex<f32>, index>) -> (i1 {q.r = array<i8: 1, 2>}) loc(fused<"x">[#loc, callsite("a" at unknown)])
  "u.op"() <{p = dense<"0x0102">  : tensor<2xi8>}> ({
  ^bb0(%a: !quant.uniform<i8:f32, 0.5:3>):
    "u.end"(%a)[^bb1] : (!quant.uniform<i8:f32, 0.5:3>) -> ()
  ^bb1:
    %0:2 = "u.two"() {d = #u<x[1]>, e = !u.t<"s">} : () -> (i1, vector<4xbf16>)
    "u.end"(%0#1) : (vector<4xbf16>) -> ()
  }) : () -> ()
}
{-#
  dialect_resources: {builtin: {blob: "0x0400000001000000"}}
#-}
