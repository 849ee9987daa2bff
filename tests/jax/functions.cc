// Functions in stages, in the C++ interface that jaxlib delivers: a library of functions.py. Each stage writes what it does to a log.
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

static std::mutex lock;
static std::string text;

static void note(const std::string& what) {
  std::lock_guard<std::mutex> guard(lock);
  text += what + " ";
}

extern "C" const char* take_log() {
  static std::string last;
  std::lock_guard<std::mutex> guard(lock);
  last.swap(text);
  text.clear();
  return last.c_str();
}

// What a stage makes for the later ones. The last has a number, but is told to nobody.
struct Plan {
  static ffi::TypeId id;
  float factor;
  int runs = 0;
  ~Plan() { note("~plan"); }
};
struct Prepared {
  static ffi::TypeId id;
  int run;
  ~Prepared() { note("~prepared"); }
};
struct Initialized {
  static ffi::TypeId id;
  int run;
  ~Initialized() { note("~initialized"); }
};
struct Unregistered {
  static ffi::TypeId id;
};
ffi::TypeId Plan::id = {}, Prepared::id = {}, Initialized::id = {}, Unregistered::id = {1234567};

static const auto plan_info = ffi::MakeTypeInfo<Plan>();
static const auto prepared_info = ffi::MakeTypeInfo<Prepared>();
static const auto initialized_info = ffi::MakeTypeInfo<Initialized>();
extern "C" const void* plan_id() { return &Plan::id; }
extern "C" const void* plan_type() { return &plan_info; }
extern "C" const void* prepared_id() { return &Prepared::id; }
extern "C" const void* prepared_type() { return &prepared_info; }
extern "C" const void* initialized_id() { return &Initialized::id; }
extern "C" const void* initialized_type() { return &initialized_info; }

// A stage of this number is to give an error, or to throw.
static ffi::Error failure(int stage, int failing, ffi::ErrorCode code) {
  if (failing == -stage) throw std::runtime_error("thrown");
  return failing == stage ? ffi::Error(code, "stage " + std::to_string(stage)) : ffi::Error::Success();
}

using ErrorOrPlan = ffi::ErrorOr<std::unique_ptr<Plan>>;
using ErrorOrPrepared = ffi::ErrorOr<std::unique_ptr<Prepared>>;
using ErrorOrInitialized = ffi::ErrorOr<std::unique_ptr<Initialized>>;
using ErrorOrUnregistered = ffi::ErrorOr<std::unique_ptr<Unregistered>>;

static ErrorOrPlan instantiate(float factor, int32_t failing) {
  note("instantiate");
  ffi::Error error = failure(1, failing, ffi::ErrorCode::kInvalidArgument);
  if (error.failure()) return ffi::Unexpected(error);
  auto plan = std::make_unique<Plan>();
  plan->factor = factor;
  return ErrorOrPlan(std::move(plan));
}

static ErrorOrPrepared prepare(Plan* plan, float, int32_t failing) {
  note("prepare");
  ffi::Error error = failure(2, failing, ffi::ErrorCode::kResourceExhausted);
  if (error.failure()) return ffi::Unexpected(error);
  auto prepared = std::make_unique<Prepared>();
  prepared->run = ++plan->runs;
  return ErrorOrPrepared(std::move(prepared));
}

// Shapes are known, and where the buffers lie is not.
static ErrorOrInitialized initialize(Plan*, Prepared* prepared, float, int32_t failing, ffi::AnyBuffer x,
                                     ffi::Result<ffi::AnyBuffer> y) {
  note("initialize" + std::to_string(x.element_count()));
  ffi::Error error = failure(3, failing, ffi::ErrorCode::kUnavailable);
  if (error.failure()) return ffi::Unexpected(error);
  auto initialized = std::make_unique<Initialized>();
  initialized->run = prepared->run + (x.untyped_data() || y->untyped_data() ? 1000 : 0);
  return ErrorOrInitialized(std::move(initialized));
}

static ffi::Error execute(Plan* plan, Prepared* prepared, Initialized* initialized, float, int32_t failing, ffi::Buffer<ffi::F32> x,
                          ffi::ResultBuffer<ffi::F32> y) {
  note("execute" + std::to_string(prepared->run));
  for (size_t i = 0; i < x.element_count(); i++) {
    y->typed_data()[i] = plan->factor * x.typed_data()[i] + 100 * initialized->run;
  }
  return failure(4, failing, ffi::ErrorCode::kOutOfRange);
}

static ffi::Error execute_plan(Plan* plan, float, int32_t failing, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y) {
  note("execute" + std::to_string(++plan->runs));
  for (size_t i = 0; i < x.element_count(); i++) y->typed_data()[i] = plan->factor * x.typed_data()[i];
  return failure(4, failing, ffi::ErrorCode::kOutOfRange);
}

static ErrorOrUnregistered instantiate_unregistered() { return ErrorOrUnregistered(std::make_unique<Unregistered>()); }

static ffi::Error execute_prepared(Prepared*, ffi::RemainingArgs, ffi::RemainingRets) { return ffi::Error::Success(); }

XLA_FFI_DEFINE_HANDLER_SYMBOL(Instantiate, instantiate, ffi::Ffi::BindInstantiate().Attr<float>("factor").Attr<int32_t>("failing"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(Prepare, prepare,
                              ffi::Ffi::BindPrepare().Ctx<ffi::State<Plan>>().Attr<float>("factor").Attr<int32_t>("failing"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(Initialize, initialize,
                              ffi::Ffi::BindInitialize()
                                  .Ctx<ffi::State<Plan>>()
                                  .Ctx<ffi::Prepared<Prepared>>()
                                  .Attr<float>("factor")
                                  .Attr<int32_t>("failing")
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(Execute, execute,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::State<Plan>>()
                                  .Ctx<ffi::Prepared<Prepared>>()
                                  .Ctx<ffi::Initialized<Initialized>>()
                                  .Attr<float>("factor")
                                  .Attr<int32_t>("failing")
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(ExecutePlan, execute_plan,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::State<Plan>>()
                                  .Attr<float>("factor")
                                  .Attr<int32_t>("failing")
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(InstantiateUnregistered, instantiate_unregistered, ffi::Ffi::BindInstantiate());
XLA_FFI_DEFINE_HANDLER_SYMBOL(ExecutePrepared, execute_prepared, ffi::Ffi::Bind().Ctx<ffi::State<Prepared>>().RemainingArgs().RemainingRets());
