// The C++ header with exceptions: objects, errors, and what a progress function throws.

#include "check.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <thread>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

using namespace std::chrono_literals;
using transvase::options;

static_assert(!std::is_copy_constructible_v<transvase::output>);
static_assert(std::is_nothrow_move_constructible_v<transvase::output>);
static_assert(!std::is_copy_constructible_v<transvase::input>);
static_assert(std::is_nothrow_move_constructible_v<transvase::input>);
static_assert(std::is_copy_constructible_v<options> && std::is_nothrow_move_constructible_v<options>);
static_assert(std::is_nothrow_copy_constructible_v<transvase::error>, "an exception must be copied without another");
static_assert(!std::is_convertible_v<const char *, transvase::bytes_view>, "a literal is no file");
static_assert(!std::is_convertible_v<std::vector<int>, transvase::bytes_view>);

// The error `work` throws.
template <class Work> static transvase::failure thrown(Work work) {
    try {
        work();
    } catch (const transvase::error &error) {
        CHECK(error.message() == error.what());
        return error;
    }
    CHECK(!"nothing is thrown");
    return transvase::failure(TVASE_OK, nullptr);
}

static void converts(const std::string &report, const std::string &photo) {
    auto docx = transvase::convert(report, "docx");
    CHECK(starts_with(docx.text(), "PK"));
    CHECK(docx.format() == "docx" && starts_with(docx.route(), "pdf -> "));
    const auto *data = docx.data();
    const transvase::output moved = std::move(docx);
    CHECK(moved.data() == data && moved.size() == std::size_t(moved.end() - moved.begin()));
    CHECK(docx.size() == 0 && docx.data() == nullptr && docx.format().empty() && docx.warnings().empty());
    CHECK(transvase::detect(moved) == "docx");

    const auto most = photo.size() * 7 / 10;
    CHECK(transvase::convert(photo, "jpg", options().max_bytes(most)).size() <= most);
    const auto missed = transvase::convert(photo, "jpg", options().max_bytes(1).best_effort()).warnings();
    const auto is_told = [](const transvase::warning &loss) { return loss.code == "SizeLimitMissed"; };
    const auto told = std::find_if(missed.begin(), missed.end(), is_told);
    CHECK(told != missed.end() && told->place == "document" && !told->message.empty() && told->page == 0);
}

static void takes_bytes_of_many_kinds() {
    CHECK(transvase::detect(std::string("%PDF-1.7\n")) == "pdf");
    CHECK(transvase::detect(std::string_view("%PDF-1.7\n")) == "pdf");
    CHECK(transvase::detect(std::vector<std::uint8_t>{0xFF, 0xD8, 0xFF, 0xE0}) == "jpeg");
    CHECK(transvase::detect(std::vector<std::byte>{std::byte{0xFF}, std::byte{0xD8}, std::byte{0xFF}}) == "jpeg");
    CHECK(transvase::detect(std::array<unsigned char, 3>{0xFF, 0xD8, 0xFF}) == "jpeg");
    CHECK(transvase::detect({"%PDF-1.7", 8}) == "pdf");
#if __has_include(<span>) && __cplusplus >= 202002L
    const std::array<unsigned char, 3> jpeg{0xFF, 0xD8, 0xFF};
    CHECK(transvase::detect(std::span(jpeg)) == "jpeg");
#endif
}

static void converts_files() {
    const auto place = scratch / "report.docx";
    const auto output = transvase::convert_file(inputs / "report.pdf", place, options().timeout(10min));
    CHECK(output.size() == 0 && output.format() == "docx");
    CHECK(starts_with(read(place), "PK"));
    CHECK(transvase::convert_file(inputs / "picture.png", scratch / "picture", {}, "jpeg").format() == "jpeg");
    CHECK(thrown([] { transvase::convert_file("no/such.pdf", scratch / "x.docx"); }).code() == TVASE_NO_INPUT);
}

static void takes_what_lies_beside(const std::string &picture) {
    transvase::input album;
    album.add(read(inputs / "album.mobi")).add_resource("pictures/one.png", picture).add_resource("style.css", {});
    const auto losses = transvase::convert(album, "docx").warnings();
    const auto ignored = [](const transvase::warning &loss) { return loss.code == "ResourceIgnored"; };
    CHECK(std::count_if(losses.begin(), losses.end(), ignored) == 1);
    const auto told = std::find_if(losses.begin(), losses.end(), ignored);
    CHECK(told != losses.end() && told->message == "nothing in the input names style.css");

    album.add(read(inputs / "locked.pdf"), "locked.pdf");
    const auto locked = thrown([&] { transvase::convert(album, "docx"); });
    CHECK(locked.code() == TVASE_PASSWORD_REQUIRED && starts_with(locked.message(), "locked.pdf: "));
    CHECK(transvase::convert(album, "docx", options().password("open")).size() > 0);
    CHECK(thrown([] { transvase::convert(transvase::input(), "docx"); }).code() == TVASE_EMPTY_INPUT);
    const auto nowhere = thrown([] { transvase::convert(transvase::input().add_file("no/such.pdf"), "docx"); });
    CHECK(nowhere.code() == TVASE_NO_INPUT);
}

static void inspects(const std::string &report, const std::string &picture) {
    const auto image = transvase::inspect(picture);
    CHECK(image.format() == "png" && image.bytes() == picture.size() && image.pages() == 0 && !image.encrypted());
    // IHDR: width and height are its first eight bytes (PNG specification, 11.2.1).
    CHECK(image.width_px() == std::uint32_t(std::uint8_t(picture[18])) * 256 + std::uint8_t(picture[19]));
    CHECK(image.height_px() == std::uint32_t(std::uint8_t(picture[22])) * 256 + std::uint8_t(picture[23]));
    CHECK(image.title().empty() && image.authors().empty() && image.keywords().empty());
    auto document = transvase::inspect(report);
    CHECK(document.pages() > 0 && document.width_px() == 0 && !document.title().empty());
    CHECK(document.authors().size() == 1 && !document.authors()[0].empty());
    const auto moved = std::move(document);
    CHECK(moved.format() == "pdf" && document.format().empty());
    CHECK(transvase::inspect(read(inputs / "locked.pdf"), "open").encrypted());
    CHECK(thrown([] { transvase::inspect(std::string()); }).code() == TVASE_EMPTY_INPUT);
}

static void errors_have_details(const std::string &photo, const std::string &picture) {
    const auto unreachable = thrown([&] { transvase::convert(photo, "jpeg", options().max_bytes(1)); });
    CHECK(unreachable.code() == TVASE_TARGET_UNREACHABLE && unreachable.name() == "TargetUnreachable");
    CHECK(unreachable.smallest_bytes() > 1 && unreachable.stage() == "fit" && !unreachable.hint().empty());
    const auto limit = thrown([&] { transvase::convert(picture, "jpeg", options().limit("input_bytes", 10)); });
    CHECK(limit.which() == "input_bytes" && limit.limit() == 10 && limit.seen() == picture.size());
    const auto target = thrown([&] { transvase::convert(picture, "nonsense"); });
    CHECK(target.code() == TVASE_UNKNOWN_TARGET && !target.supported_targets().empty() && !target.retryable());
    CHECK(thrown([] { transvase::detect(std::string()); }).code() == TVASE_EMPTY_INPUT);
    const auto panic = thrown([&] { transvase::convert(picture, "jpeg", options().set("fail_point", "panic")); });
    CHECK(panic.code() == TVASE_INTERNAL && panic.cause() == "a panic on request");
    const auto source = thrown([&] { transvase::convert(photo, "png", options().source("png")); });
    CHECK(source.code() == TVASE_FORMAT_MISMATCH);
    const auto locked = read(inputs / "locked.pdf");
    CHECK(thrown([&] { transvase::convert(locked, "docx"); }).format() == "pdf");
    CHECK(starts_with(transvase::convert(locked, "docx", options().password("open")).text(), "PK"));
}

static void settings(const std::string &picture) {
    const auto refused = [&](const options &settings) {
        const auto why = thrown([&] { transvase::convert(picture, "jpeg", settings); });
        CHECK(why.code() == TVASE_INVALID_OPTION);
        return std::string(why.which());
    };
    CHECK(refused(options().quality(0).effort(99)) == "quality");
    CHECK(refused(options().effort(-1)) == "effort");
    CHECK(refused(options().pages("0")) == "pages");
    CHECK(refused(options().set("nonsense", 1U)) == "nonsense");
    CHECK(refused(options().set("margin", -0.5)) == "margin");
    CHECK(refused(options().set("lossless", "perhaps")) == "lossless");
    const auto late = options().set("fail_point", "endless").timeout(1us);
    CHECK(thrown([&] { transvase::convert(picture, "jpeg", late); }).code() == TVASE_TIMED_OUT);

    const options coarse = options().quality(20).lossless(false).threads(1).set("margin", 20.0).timeout(10min);
    options fine = coarse;
    CHECK(fine.quality(95).refused() == std::nullopt);
    const auto size = [&](const options &settings) { return transvase::convert(picture, "jpeg", settings).size(); };
    CHECK(size(coarse) < size(fine));
    const options stolen = std::move(fine);
    fine = coarse;
    CHECK(size(stolen) > size(fine) && size(fine) == size(coarse));
}

static void progress(const std::string &report, const std::string &picture) {
    std::atomic<int> calls{0};
    const auto told = options().progress([&](std::string_view stage, std::uint64_t, std::uint64_t) {
        ++calls;
        return !stage.empty();
    });
    CHECK(transvase::convert(report, "docx", told).size() > 0);
    CHECK(calls > 0);

    options endless = options().set("fail_point", "endless");
    const auto stop = [](std::string_view, std::uint64_t, std::uint64_t) { return false; };
    const auto stopped = options(endless).progress(stop);
    CHECK(thrown([&] { transvase::convert(picture, "jpeg", stopped); }).code() == TVASE_CANCELLED);

    endless.progress([](std::string_view, std::uint64_t, std::uint64_t) -> bool { throw std::string("out of here"); });
    const auto work = [&](std::string &caught) {
        try {
            transvase::convert(picture, "jpeg", endless);
        } catch (const std::string &text) {
            caught = text;
        }
    };
    // Each of two conversions that share the settings gets what was thrown in its own.
    std::string mine, other;
    std::thread second(work, std::ref(other));
    work(mine);
    second.join();
    CHECK(mine == "out of here" && other == "out of here");
}

static void cancels_from_another_thread(const std::string &picture) {
    const transvase::cancel_token token;
    const auto copy = token;
    std::thread other;
    std::atomic<bool> started{false};
    const auto settings = options().set("fail_point", "endless").cancel(token).progress(
        [&](std::string_view, std::uint64_t, std::uint64_t) { return started = true; });
    other = std::thread([&] {
        while (!started) std::this_thread::yield();
        copy.cancel();
    });
    CHECK(thrown([&] { transvase::convert(picture, "jpeg", settings); }).code() == TVASE_CANCELLED);
    other.join();
    CHECK(token.is_cancelled());
}

static void catalogue() {
    CHECK(transvase::version() == TVASE_VERSION);
    bool found = false;
    for (const auto &format : transvase::formats()) {
        CHECK(!format.id().empty() && !format.name().empty() && !format.extensions().empty());
        CHECK(!format.media_types().empty() && transvase::find_format(std::string(format.id())).has_value());
        found |= format.id() == "jpeg" && format.compresses() && format.reads() && format.writes();
    }
    CHECK(found && !transvase::find_format("nonsense"));
    found = false;
    for (const auto &route : transvase::routes())
        found |= route.source() == "pdf" && route.target() == "docx" && route.cost() > 0 &&
                 starts_with(route.steps(), "pdf -> ");
    CHECK(found);
    const auto quality = transvase::option_bounds("quality");
    CHECK(quality && quality->kind() == TVASE_OPTION_TYPE_INTEGER && quality->min_value() == 1 && quality->max_value() == 100);
    CHECK(transvase::option_bounds("effort")->default_text() == "5");
    CHECK(transvase::option_bounds("max_bytes")->unit() == "bytes");
    CHECK(transvase::option_bounds("page_size")->words().size() > 1 && !transvase::option_bounds("nonsense"));
    CHECK(transvase::option_list().size() > 7 && !transvase::option_list()[0].doc().empty());
    CHECK(transvase::option_list()[0].key() == "max_bytes");
    const auto limits = transvase::limit_list();
    CHECK(limits.size() > 10 && limits[0].key() == "input_bytes" && limits[0].unit() == "bytes");
    CHECK(limits[0].default_value() > 0 && !limits[0].doc().empty());
}

int main(int argc, char **argv) {
    if (!begin(argc, argv)) return 2;
    const auto report = read(inputs / "report.pdf"), photo = read(inputs / "photo.jpg");
    const auto picture = read(inputs / "picture.png");
    converts(report, photo);
    takes_bytes_of_many_kinds();
    converts_files();
    takes_what_lies_beside(picture);
    inspects(report, picture);
    errors_have_details(photo, picture);
    settings(picture);
    progress(report, picture);
    cancels_from_another_thread(picture);
    catalogue();
    return finish();
}
