// RUN: sdyc opt %s -verify-diagnostics

// A brace that ends nothing is one error, and what follows is read.
// expected-error@+1 {{expected operation name in quotes}}
}
// expected-error@+1 {{custom op 'unknown' is unknown}}
unknown
func.func @f() {
  return
}
