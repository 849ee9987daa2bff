// A sharded product, compiled and run inside a Go program.
package main

/*
#cgo pkg-config: sdyc
#include <stdlib.h>
#include <sdyc/sdyc.h>

// Go's own memory may not hold pointers for C: they are put together here.
static enum sdyc_status run(struct sdyc_program *program, const float *a, const float *b, float *product) {
    const void *inputs[] = {a, b};
    void *outputs[] = {product};
    return sdyc_run(program, inputs, outputs);
}
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"unsafe"
)

func product(path string) (result [8]float32, err error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var failure *C.struct_sdyc_error
	program := C.sdyc_compile_file(name, nil, &failure)
	if program == nil {
		defer C.sdyc_error_free(failure)
		return result, errors.New(C.GoString(C.sdyc_error_text(failure)))
	}
	defer C.sdyc_free(program)
	var a [4 * 8]float32
	var b [8 * 2]float32
	for i := range a {
		a[i] = 0.5
		b[i%16] = float32(i % 2)
	}
	status := C.run(program, (*C.float)(&a[0]), (*C.float)(&b[0]), (*C.float)(&result[0]))
	if status != C.SDYC_OK {
		return result, errors.New(C.GoString(C.sdyc_error_text(C.sdyc_run_error(program))))
	}
	return result, nil
}

func main() {
	path := "../product.mlir"
	if len(os.Args) > 1 {
		path = os.Args[1]
	}
	result, err := product(path)
	if err != nil {
		fmt.Fprint(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(result[0], result[1])
}
