// sdyc for C++17: the functions of sdyc.h, whose objects free themselves and whose errors are exceptions.
//
//     sdyc::program program = sdyc::program::from_file("mlp.mlir");
//     const void *inputs[] = {x, w1, w2};
//     void *outputs[] = {y};
//     program.run(inputs, outputs);
//
// What is not here is called with get(), which gives the object of sdyc.h: sdyc_warnings(program.get()).
#ifndef SDYC_SDYC_HPP
#define SDYC_SDYC_HPP

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sdyc.h"

namespace sdyc {

// One message of an error: sdyc_message, with texts of its own.
struct message {
    sdyc_severity severity;
    std::string file; // "": it is of no place
    int line, column; // 0: not known
    std::string text;
};

// What went wrong. what() is the whole text, with the lines of the source.
class error : public std::runtime_error {
  public:
    explicit error(const sdyc_error *from)
        : std::runtime_error(sdyc_error_text(from)), status_(sdyc_error_status(from)),
          call_code_(sdyc_error_call_code(from)) {
        sdyc_message at;
        for (int i = 0; sdyc_error_message(from, i, &at); i++) {
            messages_.push_back({at.severity, at.file ? at.file : "", at.line, at.column, at.text});
        }
    }
    sdyc_status status() const noexcept { return status_; }
    int call_code() const noexcept { return call_code_; }
    const std::vector<message> &messages() const noexcept { return messages_; }

  private:
    sdyc_status status_;
    int call_code_;
    std::vector<message> messages_;
};

namespace detail {

// Takes over what a call left in its `error`, and throws it.
inline void check(sdyc_error *failure) {
    if (failure != nullptr) {
        const std::unique_ptr<sdyc_error, decltype(&sdyc_error_free)> owner(failure, sdyc_error_free);
        throw error(failure);
    }
}

template <auto function> struct deleter {
    template <class object> void operator()(object *it) const noexcept { function(it); }
};
template <class object, auto function> using owned = std::unique_ptr<object, deleter<function>>;

template <class object> object *made(object *it) {
    if (it == nullptr) {
        throw std::bad_alloc();
    }
    return it;
}

inline std::string take_text(char *text) {
    const owned<char, std::free> owner(text);
    return std::string(text);
}

} // namespace detail

// Options are those of C, with their size and defaults: options.storage = SDYC_STORAGE_PRIVATE.
struct options : sdyc_options {
    options() : sdyc_options(SDYC_OPTIONS_INIT) {}
};
struct run_options : sdyc_run_options {
    run_options() : sdyc_run_options(SDYC_RUN_OPTIONS_INIT) {}
};
struct report_options : sdyc_report_options {
    report_options() : sdyc_report_options(SDYC_REPORT_OPTIONS_INIT) {}
};

// Threads that programs share: run_options.team = team.get().
class team {
  public:
    explicit team(int threads = 0) : it(detail::made(sdyc_team_new(threads))) {}
    sdyc_team *get() const noexcept { return it.get(); }

  private:
    detail::owned<sdyc_team, sdyc_team_free> it;
};

// Constants that programs share: run_options.constants = constants.get().
class constants {
  public:
    constants() : it(detail::made(sdyc_constants_new())) {}
    sdyc_constants *get() const noexcept { return it.get(); }

  private:
    detail::owned<sdyc_constants, sdyc_constants_free> it;
};

// Functions for custom calls: options.calls = calls.get().
class calls {
  public:
    calls() : it(detail::made(sdyc_calls_new())) {}
    void add(const char *target, sdyc_call_function *function) {
        sdyc_error *failure;
        sdyc_register_call(it.get(), target, function, &failure);
        detail::check(failure);
    }
    void load(const char *library) {
        sdyc_error *failure;
        sdyc_load_calls(it.get(), library, &failure);
        detail::check(failure);
    }
    sdyc_calls *get() const noexcept { return it.get(); }

  private:
    detail::owned<sdyc_calls, sdyc_calls_free> it;
};

// A compiled program. It can be moved, and not copied.
class program {
  public:
    static program from_text(std::string_view text, const char *name,
                             const sdyc_options &how = options()) {
        sdyc_error *failure;
        sdyc_program *made = sdyc_compile(text.data(), text.size(), name, &how, &failure);
        detail::check(failure);
        return program(made);
    }
    static program from_file(const char *path, const sdyc_options &how = options()) {
        sdyc_error *failure;
        sdyc_program *made = sdyc_compile_file(path, &how, &failure);
        detail::check(failure);
        return program(made);
    }

    // Throws what went wrong; the program can be run again.
    void run(const void *const *inputs, void *const *outputs) {
        if (sdyc_run(it.get(), inputs, outputs) != SDYC_OK) {
            throw error(sdyc_run_error(it.get()));
        }
    }
    void cancel() noexcept { sdyc_cancel(it.get()); }

    int input_count() const { return sdyc_input_count(it.get()); }
    int output_count() const { return sdyc_output_count(it.get()); }
    sdyc_tensor input(int index) const { return sdyc_input(it.get(), index); }
    sdyc_tensor output(int index) const { return sdyc_output(it.get(), index); }
    sdyc_program *get() const noexcept { return it.get(); }

  private:
    explicit program(sdyc_program *made) : it(made) {}
    detail::owned<sdyc_program, sdyc_free> it;
};

// Writes the program of a file as C into a folder (sdyc_emit_file).
inline void emit_file(const char *path, const char *folder, const char *prefix = nullptr,
                      const sdyc_options &how = options()) {
    sdyc_error *failure;
    sdyc_emit_file(path, &how, folder, prefix, &failure);
    detail::check(failure);
}

// What the program of a text costs, or becomes (sdyc_report).
inline std::string report(std::string_view text, const char *name,
                          sdyc_report_form form = SDYC_REPORT_TEXT,
                          const sdyc_report_options &how = report_options()) {
    sdyc_error *failure;
    char *report = nullptr;
    sdyc_report(text.data(), text.size(), name, &how, form, &report, &failure);
    detail::check(failure);
    return detail::take_text(report);
}

} // namespace sdyc

#endif
