func.func @f() {
  // -----
  return
}
