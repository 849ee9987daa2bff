// A program of `sdyc emit` in a Rust program: see the Makefile.
use std::os::raw::{c_int, c_void};
use std::ptr::{null, null_mut};

extern "C" {
    fn product_new(context: *mut *mut c_void, options: *const c_void) -> c_int;
    fn product_main(context: *mut c_void, product: *mut f32, a: *const f32, b: *const f32) -> c_int;
    fn product_free(context: *mut c_void);
}

fn main() {
    let (a, b) = ([0.5f32; 4 * 8], [2.0f32; 8 * 2]);
    let (mut product, mut context) = ([0f32; 4 * 2], null_mut());
    unsafe {
        assert_eq!(product_new(&mut context, null()), 0);
        assert_eq!(product_main(context, product.as_mut_ptr(), a.as_ptr(), b.as_ptr()), 0);
        product_free(context);
    }
    println!("{} {}", product[0], product[7]);
}
