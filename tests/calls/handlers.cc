// Custom calls as C++ for jaxlib's header writes them; built by custom_calls.py where the header is.
#include <complex>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
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

// Throws an object of the standard library, or one that is no exception by its type; or gives an error with a code.
static ffi::Error ThrowImpl(int32_t how, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> out) {
  if (std::uncaught_exceptions() != 0) {
    return ffi::Error::Internal("an exception of an earlier call is not caught");
  }
  if (how == 1) throw std::runtime_error("thrown");
  if (how == 2) throw 7;
  if (how == 3) return ffi::Error(ffi::ErrorCode::kOutOfRange, "too far");
  out->typed_data()[0] = x.typed_data()[0];
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(Throw, ThrowImpl,
                              ffi::Ffi::Bind().Attr<int32_t>("how").Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());

// The handler itself throws, without the header around it.
struct Guard {
  int *count;
  ~Guard() { ++*count; }
};
extern "C" XLA_FFI_Error *ThrowBare(XLA_FFI_CallFrame *frame) {
  static int unwound;
  if (frame->extension_start != nullptr) {
    auto *metadata = reinterpret_cast<XLA_FFI_Metadata_Extension *>(frame->extension_start)->metadata;
    metadata->api_version.major_version = XLA_FFI_API_MAJOR;
    metadata->api_version.minor_version = XLA_FFI_API_MINOR;
    return nullptr;
  }
  Guard guard{&unwound};
  throw std::string("bare");
}
