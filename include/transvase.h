/*
 * Transvase: converts documents, e-books and images in process, and compresses PDF, JPEG, PNG and WebP under a byte limit.
 * Made by `cargo xtask header` from the library's sources. This header is the manual.
 *
 *     tvase_output *output = NULL;
 *     tvase_error *error = NULL;
 *     if (tvase_convert(data, len, "docx", NULL, &output, &error) != TVASE_OK) {
 *         fprintf(stderr, "%s\n", tvase_error_message(error));
 *     } else {
 *         fwrite(tvase_output_data(output), 1, tvase_output_len(output), file);
 *     }
 *     tvase_error_free(error);
 *     tvase_output_free(output);
 *
 * Compile and link with `pkg-config --cflags --libs transvase`; C++ has transvase.hpp beside this file.
 *
 * OWNERSHIP. What a function named `_new` or `_copy` returns, or one writes through a `tvase_output **`,
 * `tvase_inspection **` or `tvase_error **`, is the caller's, and is given back to the `_free` of its type,
 * once; every `_free` accepts NULL. Everything else is borrowed: strings and `const` handles live as long as
 * the handle they were asked of, those of formats, routes, options and limits as long as the process. Never
 * pass anything of this library to `free`. Input, keys and paths are borrowed for the length of the call. A
 * result slot is overwritten, not freed: free what it held before you use it again.
 *
 * ERRORS. A call that can fail answers with a status, and writes the details to `*error` unless `error` is
 * NULL. There is no error state anywhere else. Every function accepts NULL for a handle it only reads, and
 * answers 0, false, NULL or TVASE_INVALID_OPTION. A failure of the library itself is TVASE_INTERNAL: please
 * report it with the input. Strings are UTF-8 and end with a zero byte; paths are the system's bytes.
 *
 * THREADS. Every function can be called from any thread, several at once. A handle may be read by many
 * threads at once, but be changed or freed only while no other uses it; `tvase_cancel` is made for another
 * thread. Settings may be shared by conversions at once; a token then cancels them all. A conversion runs on
 * a thread of its own, which is gone when the call returns. Do not call from a signal handler, nor in a child
 * after `fork` while another thread was inside a call.
 *
 * UNTRUSTED INPUT is what the library is made for: no input opens a file, a socket or a process, and each
 * ends in a result or an error. Limits on bytes, pages, pixels and nesting are safe as they stand
 * (`tvase_options_set_limit`); set `tvase_options_set_timeout_ms` as well. What no library can promise is
 * that the process survives when the system has no memory left: run the worst in a process of its own.
 *
 * STABILITY. Status numbers are pinned and never reused, handles are opaque, and functions are only ever
 * added within a series: a major version, or a minor one below 1.0. The shared library's name carries the
 * series. Check `tvase_version_fits(TVASE_VERSION_NUMBER)` once if library and program are shipped apart.
 * The same input and options give the same bytes, on every machine, from libraries of one version that were
 * built with one Cargo.lock.
 */

#ifndef TRANSVASE_H
#define TRANSVASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version this header belongs to.
#define TVASE_VERSION "0.1.0"
#define TVASE_VERSION_MAJOR 0
#define TVASE_VERSION_MINOR 1
#define TVASE_VERSION_PATCH 0
#define TVASE_VERSION_NUMBER 1000u

// What a call answers with. The numbers are pinned and never reused.
enum {
    // Success.
    TVASE_OK = 0,
    // An option is unknown, has the wrong type or lies outside its range.
    TVASE_INVALID_OPTION = 2,
    // The target is not a format that this build can write.
    TVASE_UNKNOWN_TARGET = 3,
    // The input's format could not be recognised, or is not one that this build can read.
    TVASE_UNKNOWN_SOURCE = 4,
    // Both formats are known, but there is no conversion from one to the other.
    TVASE_UNSUPPORTED_ROUTE = 5,
    // The input is not of the format the caller said it is.
    TVASE_FORMAT_MISMATCH = 6,
    // The input has no bytes.
    TVASE_EMPTY_INPUT = 7,
    // The input is damaged beyond repair.
    TVASE_MALFORMED = 8,
    // The input is cut off.
    TVASE_TRUNCATED = 9,
    // The input is encrypted and no password was given.
    TVASE_PASSWORD_REQUIRED = 10,
    // The input is encrypted and the password given does not open it.
    TVASE_PASSWORD_INCORRECT = 11,
    // The input is protected by DRM (digital rights management).
    TVASE_DRM_PROTECTED = 12,
    // No result fits into max_bytes with the given options; smallest_bytes is the smallest possible size, smallest_with_resize the smallest with fewer pixels.
    TVASE_TARGET_UNREACHABLE = 13,
    // The input asks for more than a limit allows; which, limit and seen say how much.
    TVASE_LIMIT_EXCEEDED = 14,
    // A file or font that the input needs is missing.
    TVASE_MISSING_RESOURCE = 15,
    // The conversion took longer than its time limit.
    TVASE_TIMED_OUT = 16,
    // The caller cancelled the conversion.
    TVASE_CANCELLED = 17,
    // Memory ran out.
    TVASE_OUT_OF_MEMORY = 18,
    // tvase_convert_file, tvase_convert_input: an input file cannot be read.
    TVASE_NO_INPUT = 66,
    // The library has a bug.
    TVASE_INTERNAL = 70,
    // tvase_convert_file: the output file cannot be created or written.
    TVASE_IO = 74,
};

// What values an option takes.
enum tvase_option_type
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // A whole number from min to max, both included.
    TVASE_OPTION_TYPE_INTEGER = 1,
    // A decimal number from min to max, both included.
    TVASE_OPTION_TYPE_NUMBER = 2,
    // "true" or "false".
    TVASE_OPTION_TYPE_FLAG = 3,
    // One of the words `tvase_option_word` lists.
    TVASE_OPTION_TYPE_WORD = 4,
    // Pages and ranges counted from 1, as in "1-3,7,9-".
    TVASE_OPTION_TYPE_PAGES = 5,
    // Any text.
    TVASE_OPTION_TYPE_TEXT = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tvase_option_type tvase_option_type;
#else
typedef int32_t tvase_option_type;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Cancels conversions from any thread.
typedef struct tvase_cancel_token tvase_cancel_token;

// What went wrong. Its strings live as long as it does.
typedef struct tvase_error tvase_error;

// A format this build knows.
typedef struct tvase_format tvase_format;

// What a conversion starts from: a file, or several that become one, and the files beside them that they
// name. Threads may share one that none of them changes.
typedef struct tvase_input tvase_input;

// What a file is. Its strings live as long as it does.
typedef struct tvase_inspection tvase_inspection;

// A ceiling on what one conversion may use.
typedef struct tvase_limit tvase_limit;

// An option, and what it takes.
typedef struct tvase_option tvase_option;

// The settings of a conversion. Threads may share one that none of them changes.
typedef struct tvase_options tvase_options;

// The result of a conversion. Its bytes and strings live as long as it does.
typedef struct tvase_output tvase_output;

// A conversion this build can make.
typedef struct tvase_route tvase_route;

// One loss.
typedef struct tvase_warning tvase_warning;

// What became of a call: `TVASE_OK`, or a number of the enumeration of that name. A later version
// may answer with a number this header does not know: treat it as a failure.
typedef int32_t tvase_status;

// Called while a conversion runs, on a thread of the library, never twice at once for one
// conversion. `stage` ("read", "transform", "write", "fit") is valid for the call; `total` is 0 where
// it is not known yet. Any other answer than 0 cancels the conversion. It must return: leaving it
// through `longjmp` or an exception is not defined.
typedef int (*tvase_progress)(void *user, const char *stage, uint64_t done, uint64_t total);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, as in "1.2.3".
const char *tvase_version(void);

// The version of the library as one number, in the form of `TVASE_VERSION_NUMBER`: major * 1,000,000 +
// minor * 1,000 + patch.
uint32_t tvase_version_number(void);

// Whether a program that was compiled with a header of version `header` can use this library: call it
// as `tvase_version_fits(TVASE_VERSION_NUMBER)`. It can where the library is of the same or a later
// version with the same major number; below 1.0 the minor number counts like a major one.
bool tvase_version_fits(uint32_t header);

// Converts the `len` bytes at `input` to the format `to` names by id, extension or media type.
//
// Where `to` is the input's own format the file is made smaller. `options` may be NULL. On success
// `*output` is a result to be freed with `tvase_output_free`; on failure it is NULL and `*error`, unless
// `error` is NULL, is to be freed with `tvase_error_free`.
tvase_status tvase_convert(const uint8_t *input,
                           size_t len,
                           const char *to,
                           const tvase_options *options,
                           tvase_output **output,
                           tvase_error **error);

// Converts `input` to one file of the format `to` names. One file is converted as by `tvase_convert`; several
// are joined in their order, and a warning or error about one of them begins with its name.
//
// Limits hold for files and resources together, page ranges for each file. Beside the codes of a conversion,
// `TVASE_NO_INPUT` says that a file that was added by its path cannot be read; files whose formats cannot be
// joined on the way are `TVASE_UNSUPPORTED_ROUTE`. The input is not changed: convert it again, or free it.
tvase_status tvase_convert_input(const tvase_input *input,
                                 const char *to,
                                 const tvase_options *options,
                                 tvase_output **output,
                                 tvase_error **error);

// Converts the file at `input_path` into a file at `output_path`, which is there whole or not at all;
// one that is there already is replaced. Where `to` is NULL the output's extension names the target.
//
// `output` may be NULL; otherwise `*output` is the result without its bytes, for its warnings. Beside
// the codes of a conversion, `TVASE_NO_INPUT` says that the input cannot be read and `TVASE_IO` that the
// output cannot be written.
tvase_status tvase_convert_file(const char *input_path,
                                const char *output_path,
                                const char *to,
                                const tvase_options *options,
                                tvase_output **output,
                                tvase_error **error);

// Recognises the format of the `len` bytes at `input`: `*id` becomes its id, which is never freed.
// `TVASE_UNKNOWN_SOURCE`, with `*id` NULL, where nothing is recognised.
tvase_status tvase_detect(const uint8_t *input, size_t len, const char **id, tvase_error **error);

// A new input without files. Free it with `tvase_input_free`.
tvase_input *tvase_input_new(void);

// Frees an input and the bytes it holds. NULL is accepted.
void tvase_input_free(tvase_input *input);

// Adds a file behind those that are there: the `len` bytes at `bytes`, which are copied. `name`, which may
// be NULL, is what warnings and errors call it; its extension is a guess at the format, for bytes that
// do not say it.
tvase_status tvase_input_add(tvase_input *input,
                             const uint8_t *bytes,
                             size_t len,
                             const char *name,
                             tvase_error **error);

// Adds the file at `path` behind those that are there. It is read by each conversion, no further than the
// limit `input_bytes` allows; one that cannot be read then ends it with `TVASE_NO_INPUT`.
tvase_status tvase_input_add_file(tvase_input *input, const char *path, tvase_error **error);

// Adds a file that lies beside the others, such as a picture: the `len` bytes at `bytes`, which are copied.
//
// `name` is how documents call it, a relative path with slashes as in "pictures/one.png"; one that leads
// out of their folder is `TVASE_INVALID_OPTION`. Of two of one name the second counts. The result
// of a conversion has a warning for each that nothing names.
tvase_status tvase_input_add_resource(tvase_input *input,
                                      const char *name,
                                      const uint8_t *bytes,
                                      size_t len,
                                      tvase_error **error);

// Says what the `len` bytes at `input` are: format, pages, dimensions, metadata, encryption.
//
// `password` may be NULL; of an encrypted file that gets none little more is said than that it is
// encrypted. On success `*inspection` is to be freed with `tvase_inspection_free`; on failure it is NULL
// and `*error`, unless `error` is NULL, is to be freed with `tvase_error_free`.
tvase_status tvase_inspect(const uint8_t *input,
                           size_t len,
                           const char *password,
                           tvase_inspection **inspection,
                           tvase_error **error);

// Frees an inspection and its strings. NULL is accepted.
void tvase_inspection_free(tvase_inspection *inspection);

// Id of the format, as in "pdf".
const char *tvase_inspection_format(const tvase_inspection *inspection);

// The file's size in bytes.
uint64_t tvase_inspection_bytes(const tvase_inspection *inspection);

// Number of pages; 0 where the format has none or the file does not say.
uint32_t tvase_inspection_pages(const tvase_inspection *inspection);

// Width of an image in pixels, as it is shown; 0 of other files.
uint32_t tvase_inspection_width_px(const tvase_inspection *inspection);

// Height of an image in pixels, as it is shown; 0 of other files.
uint32_t tvase_inspection_height_px(const tvase_inspection *inspection);

// Whether a password was used to protect the file.
bool tvase_inspection_encrypted(const tvase_inspection *inspection);

// The document's title; NULL, as the others below, where the file does not say.
const char *tvase_inspection_title(const tvase_inspection *inspection);

// An author, counted from 0; NULL behind the last.
const char *tvase_inspection_author(const tvase_inspection *inspection, size_t index);

// What the document is about.
const char *tvase_inspection_subject(const tvase_inspection *inspection);

// A keyword, counted from 0; NULL behind the last.
const char *tvase_inspection_keyword(const tvase_inspection *inspection, size_t index);

// Who published it.
const char *tvase_inspection_publisher(const tvase_inspection *inspection);

// Its main language as a BCP 47 tag, as in "en-GB".
const char *tvase_inspection_language(const tvase_inspection *inspection);

// Its ISBN, DOI or another identifier.
const char *tvase_inspection_identifier(const tvase_inspection *inspection);

// Its date, as the file writes it or, where that can be made of it, in the form of ISO 8601.
const char *tvase_inspection_date(const tvase_inspection *inspection);

// The program that made the file.
const char *tvase_inspection_producer(const tvase_inspection *inspection);

// New settings, all at their defaults. Free them with `tvase_options_free`.
tvase_options *tvase_options_new(void);

// A copy of settings, to be changed on its own: for one conversion with a token of its own, say. It
// shares the token and the progress function of the original until it is given others. NULL of NULL.
tvase_options *tvase_options_copy(const tvase_options *options);

// Frees settings. NULL is accepted.
void tvase_options_free(tvase_options *options);

// Sets an option by its key from text, as in `tvase_options_set(options, "max_bytes", "200000", NULL)`.
// `tvase_options_bounds` says what it takes. What is refused changes nothing.
tvase_status tvase_options_set(tvase_options *options,
                               const char *key,
                               const char *value,
                               tvase_error **error);

// Sets an option that takes a whole number.
tvase_status tvase_options_set_integer(tvase_options *options,
                                       const char *key,
                                       uint64_t value,
                                       tvase_error **error);

// Sets an option that takes a decimal number.
tvase_status tvase_options_set_number(tvase_options *options,
                                      const char *key,
                                      double value,
                                      tvase_error **error);

// Sets an option that is true or false.
tvase_status tvase_options_set_flag(tvase_options *options,
                                    const char *key,
                                    bool value,
                                    tvase_error **error);

// Names the input's format by id, extension or media type, instead of what its bytes look like.
tvase_status tvase_options_set_source(tvase_options *options, const char *source, tvase_error **error);

// Sets a ceiling by its key; `tvase_limits_at` lists the keys with their units and defaults. The defaults
// are safe for untrusted input: raise one only for input that you trust.
tvase_status tvase_options_set_limit(tvase_options *options,
                                     const char *key,
                                     uint64_t value,
                                     tvase_error **error);

// Adds a font to set text in where the bundled ones do not have it: the `len` bytes of an OpenType or
// TrueType file, which are copied. `name` is what warnings and errors call it.
tvase_status tvase_options_add_font(tvase_options *options,
                                    const char *name,
                                    const uint8_t *font,
                                    size_t len,
                                    tvase_error **error);

// Adds the font file at `path`, or every one in the folder there and below.
tvase_status tvase_options_add_font_file(tvase_options *options, const char *path, tvase_error **error);

// Looks for fonts of this system where neither the bundled ones nor those that were added have glyphs; a
// warning names what was used, since the result then depends on the machine. Off by default.
tvase_status tvase_options_use_system_fonts(tvase_options *options, tvase_error **error);

// Sets the time a conversion may take, in milliseconds; 0, the default, means no end. It is noticed
// within 50 ms, but not inside a single call into a decoder of others.
tvase_status tvase_options_set_timeout_ms(tvase_options *options,
                                          uint64_t milliseconds,
                                          tvase_error **error);

// Sets the token that cancels the conversions made with these settings. The settings keep what they
// need of it: it may be freed before they are.
tvase_status tvase_options_set_cancel(tvase_options *options,
                                      const tvase_cancel_token *cancel,
                                      tvase_error **error);

// Sets the function that is told of the progress of the conversions made with these settings; NULL
// for none. `user` is handed to it as it is, and must be good as long as the settings are used.
tvase_status tvase_options_set_progress(tvase_options *options,
                                        tvase_progress progress,
                                        void *user,
                                        tvase_error **error);

// A new token, not used yet. Free it with `tvase_cancel_free`.
tvase_cancel_token *tvase_cancel_new(void);

// Ends every conversion that runs or will run with this token, with `TVASE_CANCELLED`. From any
// thread; not from a signal handler. NULL is accepted.
void tvase_cancel(const tvase_cancel_token *cancel);

// Whether the token was used.
bool tvase_cancel_is_cancelled(const tvase_cancel_token *cancel);

// Frees a token; conversions that use it go on. NULL is accepted.
void tvase_cancel_free(tvase_cancel_token *cancel);

// Frees a result with its bytes and strings. NULL is accepted.
void tvase_output_free(tvase_output *output);

// The bytes of the file, `tvase_output_len` of them; NULL of NULL, and of a result that was written
// to a file.
const uint8_t *tvase_output_data(const tvase_output *output);

// How many bytes `tvase_output_data` points at.
size_t tvase_output_len(const tvase_output *output);

// Id of the format, as in "docx".
const char *tvase_output_format(const tvase_output *output);

// The steps that were taken, as in "pdf -> pages -> reflow -> flow -> docx".
const char *tvase_output_route(const tvase_output *output);

// What could not be carried over, in page order: the loss `index`, counted from 0; NULL behind the
// last. It lives as long as the result.
const tvase_warning *tvase_output_warning(const tvase_output *output, size_t index);

// Name of the loss's code, as in "FontSubstituted"; docs/errors.md lists them.
const char *tvase_warning_code(const tvase_warning *warning);

// One plain sentence.
const char *tvase_warning_message(const tvase_warning *warning);

// Where in the source it happened, as in "page 3".
const char *tvase_warning_place(const tvase_warning *warning);

// The page it happened on, counted from 1; 0 where it concerns no single page.
uint32_t tvase_warning_page(const tvase_warning *warning);

// Frees an error and its strings. NULL is accepted.
void tvase_error_free(tvase_error *error);

// The status the call answered with; `TVASE_OK` of NULL.
tvase_status tvase_error_status(const tvase_error *error);

// The name of the code, as in "Malformed".
const char *tvase_error_name(const tvase_error *error);

// One plain sentence that says what failed and where.
const char *tvase_error_message(const tvase_error *error);

// One plain sentence that says what would work instead; NULL where the library does not know.
const char *tvase_error_hint(const tvase_error *error);

// The stage it came from: "options", "detect", "read", "transform", "write" or "fit"; NULL where it
// is not known.
const char *tvase_error_stage(const tvase_error *error);

// Id of the format concerned; NULL where there is none.
const char *tvase_error_format(const tvase_error *error);

// What lies below the library's own message, for a report to its authors; NULL where nothing does.
const char *tvase_error_cause(const tvase_error *error);

// `TVASE_LIMIT_EXCEEDED`: key of the limit. `TVASE_INVALID_OPTION`: key of the option, or name of the
// argument. NULL for other codes.
const char *tvase_error_which(const tvase_error *error);

// `TVASE_LIMIT_EXCEEDED`: the limit, in the unit of its key; 0 for other codes.
uint64_t tvase_error_limit(const tvase_error *error);

// `TVASE_LIMIT_EXCEEDED`: what the input asked for, as far as it was counted; 0 for other codes.
uint64_t tvase_error_seen(const tvase_error *error);

// `TVASE_TARGET_UNREACHABLE`: the smallest size reached in bytes; 0 for other codes.
uint64_t tvase_error_smallest_bytes(const tvase_error *error);

// `TVASE_TARGET_UNREACHABLE`: the smallest size in bytes that a picture has with fewer pixels, which the option `resize`
// allows; 0 for other codes, and where there is none.
uint64_t tvase_error_smallest_with_resize(const tvase_error *error);

// `TVASE_UNKNOWN_TARGET` and `TVASE_UNSUPPORTED_ROUTE`: id of a target that would work, counted from
// 0; NULL behind the last.
const char *tvase_error_supported_target(const tvase_error *error, size_t index);

// Whether the same call may succeed later.
bool tvase_error_retryable(const tvase_error *error);

// The format `index` of this build, counted from 0; NULL behind the last.
const tvase_format *tvase_format_at(size_t index);

// The format that `word` names: an id, an extension or a media type, in any case, with or without a
// leading dot. NULL where there is none.
const tvase_format *tvase_format_find(const char *word);

// Its id, which every function takes, as in "jpeg".
const char *tvase_format_id(const tvase_format *format);

// The name people use, as in "JPEG".
const char *tvase_format_name(const tvase_format *format);

// A file extension without the dot, counted from 0, the preferred one first; NULL behind the last.
const char *tvase_format_extension(const tvase_format *format, size_t index);

// A media type, counted from 0, the preferred one first; NULL behind the last.
const char *tvase_format_media_type(const tvase_format *format, size_t index);

// Whether this build converts from it to another format.
bool tvase_format_reads(const tvase_format *format);

// Whether this build converts to it from another format.
bool tvase_format_writes(const tvase_format *format);

// Whether this build makes files of it smaller.
bool tvase_format_compresses(const tvase_format *format);

// The route `index` of this build, counted from 0; NULL behind the last. A route from a format to
// itself makes a file smaller.
const tvase_route *tvase_route_at(size_t index);

// Id of the format it starts from.
const char *tvase_route_source(const tvase_route *route);

// Id of the format it leads to.
const char *tvase_route_target(const tvase_route *route);

// Its steps, as in "pdf -> pages -> reflow -> flow -> docx".
const char *tvase_route_steps(const tvase_route *route);

// What is lost on the way as a cost: 0 means nothing a user would miss.
uint32_t tvase_route_cost(const tvase_route *route);

// The option `index` of this build, counted from 0; NULL behind the last.
const tvase_option *tvase_options_at(size_t index);

// What the option named `key` takes; NULL where there is none.
const tvase_option *tvase_options_bounds(const char *key);

// The option's key, as in "max_bytes".
const char *tvase_option_key(const tvase_option *option);

// What values the option takes; `TVASE_OPTION_TYPE_TEXT` of NULL.
tvase_option_type tvase_option_kind(const tvase_option *option);

// The smallest value of a number.
double tvase_option_min(const tvase_option *option);

// The largest value of a number.
double tvase_option_max(const tvase_option *option);

// The unit of the value, as in "bytes"; empty where it has none.
const char *tvase_option_unit(const tvase_option *option);

// The default, as text; NULL where the option is not set by itself.
const char *tvase_option_default(const tvase_option *option);

// One sentence about the option.
const char *tvase_option_doc(const tvase_option *option);

// `TVASE_OPTION_TYPE_WORD`: a word the option takes, counted from 0; NULL behind the last.
const char *tvase_option_word(const tvase_option *option, size_t index);

// The limit `index` of this build, counted from 0; NULL behind the last. `tvase_options_set_limit`
// changes it.
const tvase_limit *tvase_limits_at(size_t index);

// The limit's key, as in "pages".
const char *tvase_limit_key(const tvase_limit *limit);

// What it counts, as in "bytes".
const char *tvase_limit_unit(const tvase_limit *limit);

// The ceiling unless it is changed; 0 of NULL.
uint64_t tvase_limit_default(const tvase_limit *limit);

// One sentence about the limit.
const char *tvase_limit_doc(const tvase_limit *limit);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TRANSVASE_H */
