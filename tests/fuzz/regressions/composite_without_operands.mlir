func.func @foo() { func.return }
func.func @composite_c1() {
  stablehlo.composite "." { decomposition = @foo } : () -> ()
  func.return
}
