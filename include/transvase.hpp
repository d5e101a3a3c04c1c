/*
 * Transvase for C++17 and later: converts documents, e-books and images in process, and compresses PDF, JPEG, PNG and WebP under
 * a byte limit. One header over transvase.h, which is the manual of the library; this one says what C++ adds.
 *
 *     auto docx = transvase::convert(pdf, "docx");
 *     file.write(docx.text().data(), docx.text().size());
 *
 *     auto small = transvase::convert(photo, "jpeg", transvase::options().max_bytes(200'000));
 *
 *     auto result = transvase::try_convert(pdf, "docx");          // the same without an exception
 *     if (!result) std::cerr << result.error().message() << '\n';
 *
 *     transvase::input both;                                      // several files that become one
 *     auto joined = transvase::convert(both.add_file("one.mobi").add_file("two.pdf"), "docx");
 *
 * OWNERSHIP. `output` owns its bytes; it, `input` and `inspection` can be moved, not copied. Strings come as
 * `std::string_view`s that live as long as the object they were asked of; those of formats, routes, options and
 * limits as long as the process.
 *
 * ERRORS. `convert` throws `transvase::error`; `try_convert` and its like answer with a `result`. Compiled
 * without exceptions (`-fno-exceptions`) only the second kind is there. Settings and inputs do not throw: what
 * is refused first is what the conversion then fails with. Memory that runs out on this side of the library
 * is `std::bad_alloc`, as everywhere in C++.
 *
 * THREADS. As in transvase.h: an object may be read by many threads at once, settings in use included, and
 * `cancel_token` is made to be used from another thread.
 *
 * The library is checked once against this header: one that does not fit answers every conversion with
 * TVASE_INTERNAL.
 */

#ifndef TRANSVASE_HPP
#define TRANSVASE_HPP

#if __cplusplus < 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "transvase.hpp needs C++17 or later: compile with -std=c++17, or use transvase.h"
#else

#include "transvase.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define TRANSVASE_EXCEPTIONS 1
#else
#define TRANSVASE_EXCEPTIONS 0
#endif

namespace transvase {

// How the objects below hold what the C library gives out, and read its strings.
namespace detail {

struct deleter {
    void operator()(tvase_input *handle) const noexcept { tvase_input_free(handle); }
    void operator()(tvase_output *handle) const noexcept { tvase_output_free(handle); }
    void operator()(tvase_inspection *handle) const noexcept { tvase_inspection_free(handle); }
    void operator()(tvase_options *handle) const noexcept { tvase_options_free(handle); }
};

// A string of C; empty where there is none.
inline std::string_view view(const char *text) noexcept {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

// What `nth(0)`, `nth(1)`, ... answer, up to the first NULL, as objects of C++.
template <class Object, class Nth> std::vector<Object> listed(Nth nth) {
    std::vector<Object> found;
    for (std::size_t index = 0; auto item = nth(index); ++index) found.emplace_back(item);
    return found;
}

inline bool version_fits() noexcept {
    static const bool fits = tvase_version_fits(TVASE_VERSION_NUMBER);
    return fits;
}

// A path in the form the C library takes: the system's bytes, UTF-8 on Windows.
inline std::string path_text(const std::filesystem::path &path) {
#ifdef _WIN32
    const auto text = path.u8string();
    return std::string(text.begin(), text.end());
#else
    return path.native();
#endif
}

}  // namespace detail

// The version of the library, as in "1.2.3".
inline std::string_view version() noexcept { return detail::view(tvase_version()); }

// Bytes of somebody else, which must outlive the call they are passed to: from a pointer and a size, or
// from whatever has `data()` and `size()` over elements of one byte (`std::vector<std::uint8_t>`, `std::string`,
// `std::array<std::byte, n>`, `std::span`, ...).
class bytes_view {
public:
    bytes_view() noexcept = default;
    bytes_view(const void *data, std::size_t size) noexcept
        : data_(static_cast<const std::uint8_t *>(data)), size_(size) {}
    template <class Bytes, class Element = decltype(*std::declval<const Bytes &>().data()),
              class = std::enable_if_t<sizeof(Element) == 1>>
    bytes_view(const Bytes &bytes) noexcept : bytes_view(bytes.data(), static_cast<std::size_t>(bytes.size())) {}

    const std::uint8_t *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

private:
    const std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
};

// What went wrong: one of the TVASE_ numbers and its details. Copies share them.
class failure {
public:
    // Takes over the error of a call that answered with `status`; NULL where it gave none.
    failure(tvase_status status, tvase_error *details) : status_(status), details_(details, tvase_error_free) {}

    // The code, as in TVASE_MALFORMED.
    tvase_status code() const noexcept { return status_; }
    // The name of the code, as in "Malformed".
    std::string_view name() const noexcept { return text(tvase_error_name); }
    // One plain sentence that says what failed and where.
    std::string_view message() const noexcept {
        if (details_) return text(tvase_error_message);
        return detail::version_fits() ? "the library failed without details"
                                      : "the library is of another version than transvase.hpp";
    }
    // One plain sentence that says what would work instead. Empty, as the others below, where there is none.
    std::string_view hint() const noexcept { return text(tvase_error_hint); }
    // "options", "detect", "read", "transform", "write" or "fit".
    std::string_view stage() const noexcept { return text(tvase_error_stage); }
    // Id of the format concerned.
    std::string_view format() const noexcept { return text(tvase_error_format); }
    // What lies below the message, for a report to the library's authors.
    std::string_view cause() const noexcept { return text(tvase_error_cause); }
    // Key of the limit or option concerned, or name of the argument.
    std::string_view which() const noexcept { return text(tvase_error_which); }
    // TVASE_LIMIT_EXCEEDED: the limit, and what the input asked for, in the unit of the key `which`.
    std::uint64_t limit() const noexcept { return tvase_error_limit(details_.get()); }
    std::uint64_t seen() const noexcept { return tvase_error_seen(details_.get()); }
    // TVASE_TARGET_UNREACHABLE: the smallest size reached, in bytes.
    std::uint64_t smallest_bytes() const noexcept { return tvase_error_smallest_bytes(details_.get()); }
    // TVASE_TARGET_UNREACHABLE: the smallest size of a picture with fewer pixels, in bytes; 0 where there is none.
    std::uint64_t smallest_with_resize() const noexcept { return tvase_error_smallest_with_resize(details_.get()); }
    // Whether the same call may succeed later.
    bool retryable() const noexcept { return tvase_error_retryable(details_.get()); }
    // TVASE_UNKNOWN_TARGET and TVASE_UNSUPPORTED_ROUTE: ids of the targets that would work.
    std::vector<std::string_view> supported_targets() const {
        return detail::listed<std::string_view>(
            [this](std::size_t index) { return tvase_error_supported_target(details_.get(), index); });
    }

private:
    std::string_view text(const char *(*part)(const tvase_error *)) const noexcept {
        return detail::view(part(details_.get()));
    }

    tvase_status status_;
    std::shared_ptr<tvase_error> details_;
};

// The exception of this library: `what()` is the message, the rest that of `failure`.
class error : public std::runtime_error, public failure {
public:
    explicit error(const failure &cause) : std::runtime_error(std::string(cause.message())), failure(cause) {}
};

// A value, or why there is none.
template <class T> class result {
public:
    result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    result(failure why) : state_(std::in_place_index<1>, std::move(why)) {}

    explicit operator bool() const noexcept { return state_.index() == 0; }
    // The value. Ask first whether there is one.
    T &operator*() noexcept { return *std::get_if<0>(&state_); }
    const T &operator*() const noexcept { return *std::get_if<0>(&state_); }
    T *operator->() noexcept { return std::get_if<0>(&state_); }
    const T *operator->() const noexcept { return std::get_if<0>(&state_); }
    // Why there is no value. Ask first whether there is one.
    const failure &error() const noexcept { return *std::get_if<1>(&state_); }
#if TRANSVASE_EXCEPTIONS
    // The value, moved out; throws `transvase::error` where there is none.
    T value() && {
        if (!*this) throw transvase::error(error());
        return std::move(**this);
    }
#endif

private:
    std::variant<T, failure> state_;
};

// One loss.
struct warning {
    std::string code;     // name of its code, as in "FontSubstituted"
    std::string message;  // one plain sentence
    std::string place;    // where in the source it happened, as in "page 3"
    std::uint32_t page;   // the page, counted from 1; 0 where it concerns no single page

    // A copy of what C says of a loss.
    explicit warning(const tvase_warning *loss)
        : code(detail::view(tvase_warning_code(loss))), message(detail::view(tvase_warning_message(loss))),
          place(detail::view(tvase_warning_place(loss))), page(tvase_warning_page(loss)) {}
};

// The result of a conversion. It can be moved, not copied.
class output {
public:
    // Takes over a handle of the C library.
    explicit output(tvase_output *handle) noexcept : handle_(handle) {}

    // The file; empty where it was written to a path.
    const std::uint8_t *data() const noexcept { return tvase_output_data(handle_.get()); }
    std::size_t size() const noexcept { return tvase_output_len(handle_.get()); }
    const std::uint8_t *begin() const noexcept { return data(); }
    const std::uint8_t *end() const noexcept { return data() + size(); }
    // The same bytes as `char`s, for streams.
    std::string_view text() const noexcept { return {reinterpret_cast<const char *>(data()), size()}; }
    // Id of the format, as in "docx".
    std::string_view format() const noexcept { return detail::view(tvase_output_format(handle_.get())); }
    // The steps that were taken, as in "pdf -> pages -> reflow -> flow -> docx".
    std::string_view route() const noexcept { return detail::view(tvase_output_route(handle_.get())); }
    // What could not be carried over, in page order.
    std::vector<warning> warnings() const {
        return detail::listed<warning>(
            [this](std::size_t index) { return tvase_output_warning(handle_.get(), index); });
    }

private:
    std::unique_ptr<tvase_output, detail::deleter> handle_;
};

// What a file is. It can be moved, not copied.
class inspection {
public:
    // Takes over a handle of the C library.
    explicit inspection(tvase_inspection *handle) noexcept : handle_(handle) {}

    // Id of the format, as in "pdf".
    std::string_view format() const noexcept { return said(tvase_inspection_format); }
    // The file's size.
    std::uint64_t bytes() const noexcept { return tvase_inspection_bytes(handle_.get()); }
    // Number of pages; 0 where the format has none or the file does not say.
    std::uint32_t pages() const noexcept { return tvase_inspection_pages(handle_.get()); }
    // Dimensions of an image, as it is shown; 0 of other files.
    std::uint32_t width_px() const noexcept { return tvase_inspection_width_px(handle_.get()); }
    std::uint32_t height_px() const noexcept { return tvase_inspection_height_px(handle_.get()); }
    // Whether a password was used to protect the file.
    bool encrypted() const noexcept { return tvase_inspection_encrypted(handle_.get()); }
    // What the document says about itself; empty where it does not.
    std::string_view title() const noexcept { return said(tvase_inspection_title); }
    std::vector<std::string_view> authors() const { return listed(tvase_inspection_author); }
    std::string_view subject() const noexcept { return said(tvase_inspection_subject); }
    std::vector<std::string_view> keywords() const { return listed(tvase_inspection_keyword); }
    std::string_view publisher() const noexcept { return said(tvase_inspection_publisher); }
    // BCP 47 tag of its main language, as in "en-GB".
    std::string_view language() const noexcept { return said(tvase_inspection_language); }
    // ISBN, DOI or another identifier.
    std::string_view identifier() const noexcept { return said(tvase_inspection_identifier); }
    // As the file writes it, ISO 8601 where that could be made of it.
    std::string_view date() const noexcept { return said(tvase_inspection_date); }
    // The program that made the file.
    std::string_view producer() const noexcept { return said(tvase_inspection_producer); }

private:
    std::string_view said(const char *(*part)(const tvase_inspection *)) const noexcept {
        return detail::view(part(handle_.get()));
    }
    std::vector<std::string_view> listed(const char *(*nth)(const tvase_inspection *, std::size_t)) const {
        return detail::listed<std::string_view>([&](std::size_t index) { return nth(handle_.get(), index); });
    }

    std::unique_ptr<tvase_inspection, detail::deleter> handle_;
};

// Cancels conversions from any thread. Copies are the same token.
class cancel_token {
public:
    cancel_token() : handle_(tvase_cancel_new(), tvase_cancel_free) {}

    // Ends every conversion that runs or will run with this token, with TVASE_CANCELLED.
    void cancel() const noexcept { tvase_cancel(handle_.get()); }
    bool is_cancelled() const noexcept { return tvase_cancel_is_cancelled(handle_.get()); }
    const tvase_cancel_token *get() const noexcept { return handle_.get(); }

private:
    std::shared_ptr<tvase_cancel_token> handle_;
};

// Told of a conversion while it runs, on a thread of the library, one call at a time for one conversion:
// `stage` ("read", "transform", "write", "fit"; good for the call), and steps done of `total`, which is 0 where
// it is not known yet. Answers whether to go on: false ends the conversion with TVASE_CANCELLED. What it
// throws ends it too, and comes out of the call that started the conversion.
using progress_function = std::function<bool(std::string_view stage, std::uint64_t done, std::uint64_t total)>;

namespace detail {

// Changes `handle` by a function of C; a refusal is kept in `refused` unless there is one already.
template <class Handle, class... Parameters, class... Arguments>
void change(Handle *handle, std::optional<failure> &refused,
            tvase_status (*call)(Handle *, Parameters...), Arguments... arguments) {
    tvase_error *details = nullptr;
    const tvase_status status = call(handle, arguments..., &details);
    if (status != TVASE_OK) {
        failure why(status, details);
        if (!refused) refused = std::move(why);
    }
}

}  // namespace detail

// What a conversion starts from: a file, or several that become one in their order, and the files beside them that
// they name. What is refused changes nothing; the first such refusal is what a conversion of it fails with.
class input {
public:
    input() : handle_(tvase_input_new()) {}

    // Adds a file; the bytes are copied. Its name is what warnings and errors call it, and its extension is a guess
    // at the format, for bytes that do not say it.
    input &add(bytes_view file, const std::string &name = {}) {
        return change(tvase_input_add, file.data(), file.size(), name.empty() ? nullptr : name.c_str());
    }
    // Adds the file at `path`, which each conversion reads, no further than its limit on `input_bytes`.
    input &add_file(const std::filesystem::path &path) {
        return change(tvase_input_add_file, detail::path_text(path).c_str());
    }
    // Adds a file that lies beside the others, by the relative path with slashes by which they call it; the bytes
    // are copied.
    input &add_resource(const std::string &name, bytes_view file) {
        return change(tvase_input_add_resource, name.c_str(), file.data(), file.size());
    }

    // The first file that was refused, if any.
    const std::optional<failure> &refused() const noexcept { return refused_; }
    // The handle of the C library.
    const tvase_input *get() const noexcept { return handle_.get(); }

private:
    template <class... Parameters, class... Arguments>
    input &change(tvase_status (*adder)(tvase_input *, Parameters...), Arguments... arguments) {
        detail::change(handle_.get(), refused_, adder, arguments...);
        return *this;
    }

    std::unique_ptr<tvase_input, detail::deleter> handle_;
    std::optional<failure> refused_;
};

// The settings of a conversion, to be chained. One that is refused changes nothing; the first such refusal is
// what a conversion with these settings fails with.
class options {
public:
    options() noexcept = default;
    options(const options &other)
        : handle_(tvase_options_copy(other.handle_.get())), progress_(other.progress_), refused_(other.refused_) {}
    options(options &&) noexcept = default;
    options &operator=(options other) noexcept {
        handle_.swap(other.handle_);
        progress_.swap(other.progress_);
        refused_.swap(other.refused_);
        return *this;
    }
    ~options() = default;

    // Ceiling of the result's size: it is never larger.
    options &max_bytes(std::uint64_t bytes) { return set("max_bytes", bytes); }
    // Take the smallest result, with a warning, where `max_bytes` cannot be met.
    options &best_effort(bool yes = true) { return set("best_effort", yes); }
    // Quality of lossy encodings, 1 to 100.
    options &quality(int quality) { return set("quality", quality); }
    // Time to spend on a smaller result, 0 to 9.
    options &effort(int effort) { return set("effort", effort); }
    // Compress without changing a pixel or a character.
    options &lossless(bool yes = true) { return set("lossless", yes); }
    // Threads the conversion may use; the result does not depend on it.
    options &threads(unsigned threads) { return set("threads", threads); }
    // Pages to convert, as in "1-3,7,9-".
    options &pages(const std::string &pages) { return set("pages", pages); }
    // Password of an encrypted input.
    options &password(const std::string &password) { return set("password", password); }

    // Any option by its key; `option_bounds` says what it takes.
    options &set(const std::string &key, const std::string &value) {
        return change(tvase_options_set, key.c_str(), value.c_str());
    }
    options &set(const std::string &key, const char *value) { return change(tvase_options_set, key.c_str(), value); }
    template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
    options &set(const std::string &key, Number value) {
        if constexpr (std::is_same_v<Number, bool>) return change(tvase_options_set_flag, key.c_str(), value);
        else if constexpr (std::is_floating_point_v<Number>)
            return change(tvase_options_set_number, key.c_str(), static_cast<double>(value));
        else if constexpr (std::is_signed_v<Number>)
            // As text, so that a negative number is refused as what it is.
            return set(key, std::to_string(value));
        else return change(tvase_options_set_integer, key.c_str(), static_cast<std::uint64_t>(value));
    }

    // Names the input's format by id, extension or media type, instead of what its bytes look like.
    options &source(const std::string &format) { return change(tvase_options_set_source, format.c_str()); }
    // Sets a ceiling by its key; the defaults are safe for untrusted input.
    options &limit(const std::string &key, std::uint64_t value) {
        return change(tvase_options_set_limit, key.c_str(), value);
    }
    // Adds a font to set text in where the bundled ones do not have it; the bytes are copied.
    options &font(const std::string &name, bytes_view font) {
        return change(tvase_options_add_font, name.c_str(), font.data(), font.size());
    }
    // Adds the font file at `path`, or every one in the folder there and below.
    options &font_file(const std::string &path) { return change(tvase_options_add_font_file, path.c_str()); }
    // Looks for fonts of this system where glyphs are missing; a warning names what was used.
    options &use_system_fonts() { return change(tvase_options_use_system_fonts); }
    // Time the conversion may take, in steps of a millisecond; zero, the default, means no end.
    template <class Count, class Period> options &timeout(std::chrono::duration<Count, Period> time) {
        const auto whole = std::chrono::ceil<std::chrono::milliseconds>(time).count();
        // A time that has run out already is no time, and not time without end.
        return change(tvase_options_set_timeout_ms, static_cast<std::uint64_t>(whole < 0 ? 1 : whole));
    }
    // The token that cancels the conversions made with these settings.
    options &cancel(const cancel_token &token) { return change(tvase_options_set_cancel, token.get()); }
    // The function that is told of the conversions made with these settings. It must be ready to be called by
    // several at once where they run at once.
    options &progress(progress_function told) {
        progress_ = std::move(told);
        return *this;
    }

    // The first setting that was refused, if any.
    const std::optional<failure> &refused() const noexcept { return refused_; }
    const progress_function &progress() const noexcept { return progress_; }
    // The handle of the C library; NULL where nothing was set.
    const tvase_options *get() const noexcept { return handle_.get(); }

private:
    template <class... Parameters, class... Arguments>
    options &change(tvase_status (*setter)(tvase_options *, Parameters...), Arguments... arguments) {
        if (!handle_) handle_.reset(tvase_options_new());
        detail::change(handle_.get(), refused_, setter, arguments...);
        return *this;
    }

    std::unique_ptr<tvase_options, detail::deleter> handle_;
    progress_function progress_;
    std::optional<failure> refused_;
};

namespace detail {

// Stands between a progress function of C++ and the library for one conversion, so that no exception crosses.
class listener {
public:
    explicit listener(const progress_function &told) : told_(told) {}

    static int call(void *user, const char *stage, std::uint64_t done, std::uint64_t total) noexcept {
        auto &self = *static_cast<listener *>(user);
#if TRANSVASE_EXCEPTIONS
        try {
            return self.told_(stage, done, total) ? 0 : 1;
        } catch (...) {
            if (!self.thrown_) self.thrown_ = std::current_exception();
            return 1;
        }
#else
        return self.told_(stage, done, total) ? 0 : 1;
#endif
    }

    // Goes on with what the function threw, on the caller's thread.
    void rethrow() const {
#if TRANSVASE_EXCEPTIONS
        if (thrown_) std::rethrow_exception(thrown_);
#endif
    }

private:
    const progress_function &told_;
    std::exception_ptr thrown_;
};

// Runs `work(options, output, error)`, a converting function of C, with `settings`.
template <class Work> result<output> run(const options &settings, Work work) {
    if (!version_fits()) return failure(TVASE_INTERNAL, nullptr);
    if (settings.refused()) return *settings.refused();
    const tvase_options *handle = settings.get();
    std::unique_ptr<tvase_options, deleter> own;
    listener ear(settings.progress());
    if (settings.progress()) {
        // Settings of its own: an exception must come out of the call whose conversion it ended.
        own.reset(handle == nullptr ? tvase_options_new() : tvase_options_copy(handle));
        tvase_options_set_progress(own.get(), listener::call, &ear, nullptr);
        handle = own.get();
    }
    tvase_output *made = nullptr;
    tvase_error *details = nullptr;
    const tvase_status status = work(handle, &made, &details);
    output owned(made);
    std::optional<failure> why;
    if (status != TVASE_OK) why.emplace(status, details);
    ear.rethrow();
    if (why) return *std::move(why);
    return result<output>(std::move(owned));
}

}  // namespace detail

// Converts `input` to the format `to` names by id, extension or media type. Where that is the input's own
// format the file is made smaller.
inline result<output> try_convert(bytes_view input, const std::string &to, const options &settings = {}) {
    return detail::run(settings, [&](const tvase_options *options, tvase_output **output, tvase_error **error) {
        return tvase_convert(input.data(), input.size(), to.c_str(), options, output, error);
    });
}

// Converts what was added to `files`: one file, or several that are joined.
inline result<output> try_convert(const input &files, const std::string &to, const options &settings = {}) {
    if (files.refused()) return *files.refused();
    return detail::run(settings, [&](const tvase_options *options, tvase_output **output, tvase_error **error) {
        return tvase_convert_input(files.get(), to.c_str(), options, output, error);
    });
}

// Converts the file at `input` into a file at `place`, which is there whole or not at all; one that is there
// already is replaced. Where `to` is empty the extension of `place` names the target. The output is the result
// without its bytes.
inline result<output> try_convert_file(const std::filesystem::path &input, const std::filesystem::path &place,
                                       const options &settings = {}, const std::string &to = {}) {
    const std::string from_text = detail::path_text(input), place_text = detail::path_text(place);
    const char *target = to.empty() ? nullptr : to.c_str();
    return detail::run(settings, [&](const tvase_options *options, tvase_output **output, tvase_error **error) {
        return tvase_convert_file(from_text.c_str(), place_text.c_str(), target, options, output, error);
    });
}

// Id of the format `input` is of; fails with TVASE_UNKNOWN_SOURCE where it is not recognised.
inline result<std::string_view> try_detect(bytes_view input) {
    const char *id = nullptr;
    tvase_error *details = nullptr;
    const tvase_status status = tvase_detect(input.data(), input.size(), &id, &details);
    if (status != TVASE_OK) return failure(status, details);
    return detail::view(id);
}

// Says what `input` is: format, pages, dimensions, metadata, encryption. Without its `password` little more is
// said of an encrypted file than that it is encrypted.
inline result<inspection> try_inspect(bytes_view input, const std::string &password = {}) {
    if (!detail::version_fits()) return failure(TVASE_INTERNAL, nullptr);
    tvase_inspection *made = nullptr;
    tvase_error *details = nullptr;
    const char *word = password.empty() ? nullptr : password.c_str();
    const tvase_status status = tvase_inspect(input.data(), input.size(), word, &made, &details);
    if (status != TVASE_OK) return failure(status, details);
    return result<inspection>(inspection(made));
}

#if TRANSVASE_EXCEPTIONS
// As `try_convert`, but throws `error`.
inline output convert(bytes_view input, const std::string &to, const options &settings = {}) {
    return try_convert(input, to, settings).value();
}
inline output convert(const input &files, const std::string &to, const options &settings = {}) {
    return try_convert(files, to, settings).value();
}

// As `try_convert_file`, but throws `error`.
inline output convert_file(const std::filesystem::path &input, const std::filesystem::path &place,
                           const options &settings = {}, const std::string &to = {}) {
    return try_convert_file(input, place, settings, to).value();
}

// As `try_detect`, but throws `error`.
inline std::string_view detect(bytes_view input) { return try_detect(input).value(); }

// As `try_inspect`, but throws `error`.
inline inspection inspect(bytes_view input, const std::string &password = {}) {
    return try_inspect(input, password).value();
}
#endif

// A format this build knows.
class format {
public:
    explicit format(const tvase_format *row) noexcept : row_(row) {}

    // Its id, which every function takes, as in "jpeg", and the name people use, as in "JPEG".
    std::string_view id() const noexcept { return detail::view(tvase_format_id(row_)); }
    std::string_view name() const noexcept { return detail::view(tvase_format_name(row_)); }
    // File extensions without the dot, and media types, the preferred one first.
    std::vector<std::string_view> extensions() const { return texts(tvase_format_extension); }
    std::vector<std::string_view> media_types() const { return texts(tvase_format_media_type); }
    // Whether this build converts from it, converts to it, and makes files of it smaller.
    bool reads() const noexcept { return tvase_format_reads(row_); }
    bool writes() const noexcept { return tvase_format_writes(row_); }
    bool compresses() const noexcept { return tvase_format_compresses(row_); }

private:
    std::vector<std::string_view> texts(const char *(*nth)(const tvase_format *, std::size_t)) const {
        return detail::listed<std::string_view>([&](std::size_t index) { return nth(row_, index); });
    }

    const tvase_format *row_;
};

// A conversion this build can make; from a format to itself it makes a file smaller.
class route {
public:
    explicit route(const tvase_route *row) noexcept : row_(row) {}

    // Ids of the formats at its ends.
    std::string_view source() const noexcept { return detail::view(tvase_route_source(row_)); }
    std::string_view target() const noexcept { return detail::view(tvase_route_target(row_)); }
    // Its steps, as in "pdf -> pages -> reflow -> flow -> docx".
    std::string_view steps() const noexcept { return detail::view(tvase_route_steps(row_)); }
    // What is lost on the way: 0 means nothing a user would miss.
    std::uint32_t cost() const noexcept { return tvase_route_cost(row_); }

private:
    const tvase_route *row_;
};

// What an option takes.
class option {
public:
    explicit option(const tvase_option *row) noexcept : row_(row) {}

    std::string_view key() const noexcept { return detail::view(tvase_option_key(row_)); }
    // As in TVASE_OPTION_TYPE_INTEGER.
    tvase_option_type kind() const noexcept { return tvase_option_kind(row_); }
    // The ends of a number's range, both included.
    double min_value() const noexcept { return tvase_option_min(row_); }
    double max_value() const noexcept { return tvase_option_max(row_); }
    // As in "bytes"; empty where it has none.
    std::string_view unit() const noexcept { return detail::view(tvase_option_unit(row_)); }
    // As text; empty where the option is not set by itself.
    std::string_view default_text() const noexcept { return detail::view(tvase_option_default(row_)); }
    // One sentence about it.
    std::string_view doc() const noexcept { return detail::view(tvase_option_doc(row_)); }
    // TVASE_OPTION_TYPE_WORD: the words it takes.
    std::vector<std::string_view> words() const {
        return detail::listed<std::string_view>([this](std::size_t index) { return tvase_option_word(row_, index); });
    }

private:
    const tvase_option *row_;
};

// A ceiling on what one conversion may use.
class limit {
public:
    explicit limit(const tvase_limit *row) noexcept : row_(row) {}

    std::string_view key() const noexcept { return detail::view(tvase_limit_key(row_)); }
    // What it counts, as in "bytes".
    std::string_view unit() const noexcept { return detail::view(tvase_limit_unit(row_)); }
    // The ceiling unless `options::limit` changes it.
    std::uint64_t default_value() const noexcept { return tvase_limit_default(row_); }
    // One sentence about it.
    std::string_view doc() const noexcept { return detail::view(tvase_limit_doc(row_)); }

private:
    const tvase_limit *row_;
};

// Every format, route, option and limit of this build.
inline std::vector<format> formats() { return detail::listed<format>(tvase_format_at); }
inline std::vector<route> routes() { return detail::listed<route>(tvase_route_at); }
inline std::vector<option> option_list() { return detail::listed<option>(tvase_options_at); }
inline std::vector<limit> limit_list() { return detail::listed<limit>(tvase_limits_at); }

// The format that `word` names: an id, an extension or a media type.
inline std::optional<format> find_format(const std::string &word) {
    const tvase_format *row = tvase_format_find(word.c_str());
    return row == nullptr ? std::nullopt : std::make_optional<format>(row);
}

// What the option named `key` takes.
inline std::optional<option> option_bounds(const std::string &key) {
    const tvase_option *row = tvase_options_bounds(key.c_str());
    return row == nullptr ? std::nullopt : std::make_optional<option>(row);
}

}  // namespace transvase

#endif  // C++17

#endif  // TRANSVASE_HPP
