// The C++ header without exceptions: it is compiled with -fno-exceptions as well.

#include "check.hpp"

using transvase::options;

static void converts(const std::string &picture) {
    auto good = transvase::try_convert(picture, "jpeg", options().quality(50));
    CHECK(good && good->format() == "jpeg" && transvase::try_detect(*good));
    const transvase::output taken = std::move(*good);
    CHECK(taken.size() > 0 && good->size() == 0);

    const auto refused = transvase::try_convert(picture, "jpeg", options().quality(500));
    CHECK(!refused && refused.error().code() == TVASE_INVALID_OPTION && refused.error().which() == "quality");
    const transvase::failure kept = transvase::try_detect(std::string("\1\2\3\4")).error();
    CHECK(kept.code() == TVASE_UNKNOWN_SOURCE && !kept.message().empty());
    const transvase::failure bare(TVASE_OUT_OF_MEMORY, nullptr);
    CHECK(bare.code() == TVASE_OUT_OF_MEMORY && !bare.message().empty() && bare.hint().empty());
}

static void joins() {
    transvase::input both;
    CHECK(!transvase::try_convert(both, "docx") && !both.refused());
    both.add(read(inputs / "book.mobi"), "book.mobi").add_file(inputs / "report.pdf");
    const auto docx = transvase::try_convert(both, "docx");
    CHECK(docx && starts_with(docx->text(), "PK"));

    // The first refusal is the one that counts.
    both.add_resource("../style.css", std::string("p {}")).add(transvase::bytes_view(nullptr, 1));
    const auto refused = transvase::try_convert(both, "docx");
    CHECK(!refused && refused.error().code() == TVASE_INVALID_OPTION && both.refused());
    CHECK(refused.error().message().find("../style.css") != std::string_view::npos);
}

static void inspects(const std::string &picture) {
    const auto image = transvase::try_inspect(picture);
    CHECK(image && image->format() == "png" && image->width_px() > 0);
    CHECK(transvase::try_inspect(std::string("\1\2\3\4")).error().code() == TVASE_UNKNOWN_SOURCE);
}

static void converts_files() {
    const auto place = scratch / "picture.jpg";
    CHECK(transvase::try_convert_file(inputs / "picture.png", place));
    CHECK(starts_with(read(place), "\xFF\xD8\xFF"));
    const auto nowhere = transvase::try_convert_file(inputs / "picture.png", scratch / "missing" / "picture.jpg");
    CHECK(!nowhere && nowhere.error().code() == TVASE_IO);
}

static void progress_cancels(const std::string &picture) {
    int calls = 0;
    const auto settings = options().set("fail_point", "endless").progress(
        [&](std::string_view, std::uint64_t, std::uint64_t) { return ++calls < 3; });
    const auto ended = transvase::try_convert(picture, "jpeg", settings);
    CHECK(!ended && ended.error().code() == TVASE_CANCELLED && calls >= 3);
}

int main(int argc, char **argv) {
    if (!begin(argc, argv)) return 2;
    const auto picture = read(inputs / "picture.png");
    converts(picture);
    joins();
    inspects(picture);
    converts_files();
    progress_cancels(picture);
    return finish();
}
