// passes: sdy-import-func-calls sdy-unflatten-call-graph{dedup-functions-fully=true} sdy-insert-func-call-reshards sdy-remove-sharding-groups
func.func @func2() {
  return
}

func.func @func1() {
  func.call @func2() : () -> ()
  func.call @func2() : () -> ()
  return
}

  func.call @func1() : () -> ()
func.func @main() {
  func.call @func1() : () -> ()
  return
}
