// A sharded product, compiled and run inside a Rust program.
use std::env::args;
use std::ffi::{c_void, CStr, CString};
use std::os::raw::{c_char, c_int};
use std::ptr::null;

#[repr(C)]
struct Program([u8; 0]);
#[repr(C)]
struct Error([u8; 0]);

extern "C" {
    fn sdyc_compile_file(path: *const c_char, options: *const c_void, error: *mut *mut Error) -> *mut Program;
    fn sdyc_run(program: *mut Program, inputs: *const *const c_void, outputs: *const *mut c_void) -> c_int;
    fn sdyc_run_error(program: *const Program) -> *const Error;
    fn sdyc_error_text(error: *const Error) -> *const c_char;
    fn sdyc_error_free(error: *mut Error);
    fn sdyc_free(program: *mut Program);
}

/// A copy of what an error says.
unsafe fn text_of(error: *const Error) -> String {
    CStr::from_ptr(sdyc_error_text(error)).to_string_lossy().into_owned()
}

fn product(path: &str) -> Result<[f32; 8], String> {
    let path = CString::new(path).map_err(|error| error.to_string())?;
    let mut b = [0f32; 8 * 2];
    b.iter_mut().skip(1).step_by(2).for_each(|value| *value = 1.0);
    let (a, mut product) = ([0.5f32; 4 * 8], [0f32; 4 * 2]);
    unsafe {
        let mut error = std::ptr::null_mut();
        let program = sdyc_compile_file(path.as_ptr(), null(), &mut error);
        if program.is_null() {
            let text = text_of(error);
            sdyc_error_free(error);
            return Err(text);
        }
        let inputs = [a.as_ptr().cast::<c_void>(), b.as_ptr().cast()];
        let outputs = [product.as_mut_ptr().cast::<c_void>()];
        let status = sdyc_run(program, inputs.as_ptr(), outputs.as_ptr());
        let failure = (status != 0).then(|| text_of(sdyc_run_error(program)));
        sdyc_free(program);
        failure.map_or(Ok(product), Err)
    }
}

fn main() {
    match product(&args().nth(1).unwrap_or("../product.mlir".into())) {
        Ok(product) => println!("{} {}", product[0], product[1]),
        Err(text) => {
            eprint!("{text}");
            std::process::exit(1);
        }
    }
}
