// Custom calls as C++ for jaxlib's header writes them; built by custom_calls.py where the header is.
#include <complex>
#include <cstdint>
#include <string_view>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

// out = scale * x + shift, row by row; the arrays and dictionaries of attributes are checked too.
static ffi::Error AffineImpl(double scale, int32_t times, std::string_view name, ffi::Span<const int64_t> shift,
                             ffi::Dictionary options, ffi::AnyBuffer any, ffi::Buffer<ffi::F64> x,
                             ffi::ScratchAllocator scratch, ffi::ResultBuffer<ffi::F64> out) {
  auto strict = options.get<bool>("strict");
  if (name != "affine" || !strict.has_value() || any.element_type() != ffi::C64) {
    return ffi::Error::InvalidArgument("attributes or types did not arrive");
  }
  auto dims = x.dimensions();
  if (dims.size() != 2 || static_cast<int64_t>(shift.size()) != dims[1]) {
    return ffi::Error(ffi::ErrorCode::kInvalidArgument, "one shift a column is needed");
  }
  auto memory = scratch.Allocate(64);
  if (!memory.has_value()) {
    return ffi::Error::Internal("no memory");
  }
  for (int64_t i = 0; i < dims[0] * dims[1]; ++i) {
    out->typed_data()[i] = times * scale * x.typed_data()[i] + shift[i % dims[1]];
  }
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(Affine, AffineImpl,
                              ffi::Ffi::Bind()
                                  .Attr<double>("scale")
                                  .Attr<int32_t>("times")
                                  .Attr<std::string_view>("name")
                                  .Attr<ffi::Span<const int64_t>>("shift")
                                  .Attr<ffi::Dictionary>("options")
                                  .Arg<ffi::AnyBuffer>()
                                  .Arg<ffi::Buffer<ffi::F64>>()
                                  .Ctx<ffi::ScratchAllocator>()
                                  .Ret<ffi::Buffer<ffi::F64>>());
