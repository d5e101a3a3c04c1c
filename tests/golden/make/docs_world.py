"""Documents in other scripts: Arabic, Hebrew, Chinese, Japanese, German."""

from __future__ import annotations

from .model import Block, Columns, Doc, Heading, Listing, Para, Table

_ARABIC: list[Block] = [
    Heading(1, "ميناء صغير"),
    Para(
        "كان الميناء هادئا في الصباح، وكانت القوارب تنتظر الريح قرب الجدار القديم. جلس الحارس على المقعد الخشبي وعد الحبال مرة أخرى."
    ),
    Para("في المساء عاد الصيادون ومعهم ثلاث سلال من السمك، وفرح الأطفال على الرصيف حتى حل الظلام."),
]
_ARABIC_LIST: list[Block] = [
    Heading(1, "ما نحتاج إليه"),
    Para("قبل السفر نجمع هذه الأشياء:"),
    Listing(["حبل طويل", "مصباح أزرق", "خبز وملح"]),
    Para("ثم نتبع هذه الخطوات:"),
    Listing(["افتح الباب", "املأ الحوض", "أغلق الباب"], True),
]
_ARABIC_TABLE: list[Block] = [
    Para("هذا جدول القوارب:"),
    Table([["القارب", "الطاقم", "الصيد"], ["النورس", "3", "410"], ["الموجة", "2", "275"], ["القمر", "4", "630"]]),
    Para("انتهى الجدول هنا."),
]
HEBREW: list[Block] = [
    Heading(1, "נמל קטן"),
    Para("בבוקר היה הנמל שקט, והסירות חיכו לרוח ליד החומה הישנה. השומר ישב על הספסל וספר את החבלים עוד פעם."),
    Para("בערב חזרו הדייגים עם 3 סלים של דגים, והילדים שמחו על המזח (עד שירד החושך)."),
]
_HEBREW_LIST: list[Block] = [
    Heading(1, "מה לקחת"),
    Listing(["חבל ארוך", ("פנסים", Listing(["פנס כחול", "פנס קטן"])), "לחם ומלח"]),
    Para("אחר כך עושים כך:"),
    Listing(["פתח את השער", "מלא את הבריכה", "סגור את השער"], True),
]
HEBREW_TABLE: list[Block] = [
    Para("זו טבלת הסירות:"),
    Table([["סירה", "צוות", "שלל"], ["שחף", "3", "410"], ["גל", "2", "275"], ["ירח", "4", "630"]]),
    Para("כאן נגמרת הטבלה."),
]
_MIXED = [
    Para("המילה harbour באנגלית פירושה נמל, והמספר 42 כתוב על השער."),
    Para("הסירה Grey Wave הגיעה בשעה 7:30 אל Salt Steps."),
]
CHINESE: list[Block] = [
    Heading(1, "河边的小镇"),
    Para("清晨的雾还没有散去，渡口的老人已经点好了灯。他把绳子绕了三圈，又看了看对岸的房子，才慢慢坐下来喝茶。"),
    Para("下午下了一场小雨，石板路变得很滑。孩子们在桥下等着，直到面包店的门重新打开。"),
    Heading(2, "渡船的时间"),
    Listing(["早上六点", "中午十二点", "傍晚五点半"]),
    Table([["船名", "人数", "重量"], ["海燕", "3", "410"], ["白浪", "2", "275"]]),
]
_JAPANESE: list[Block] = [
    Heading(1, "川べりの町"),
    Para(
        "朝の霧がまだ晴れないうちに、渡し場の老人はもう灯りをともしていた。縄を三度巻いて、向こう岸の家を眺めてから、ゆっくりと腰を下ろした。"
    ),
    Para("午後には小雨が降り、石畳はすべりやすくなった。子どもたちは橋の下で、パン屋の戸がまた開くのを待っていた。"),
    Listing(["朝の六時", "正午", "夕方の五時半"], True),
]
_GERMAN: list[Block] = [
    Heading(1, "Die Schleuse am Mühlgraben"),
    Para(
        "Früh am Morgen öffnete der Schleusenwärter die Tore, prüfte die Wasserstandsmarken und schrieb die Ergebnisse in sein Beobachtungsbuch. Größere Unregelmäßigkeiten gab es nicht."
    ),
    Para(
        "Am Nachmittag kamen zwei Lastkähne mit Gerstenmalz, deren Schiffsführer sich über die Durchfahrtsgebühren beschwerten. Erst das Feuerwehrfest am Abend brachte Versöhnung."
    ),
]

DOCS: list[Doc] = [
    Doc(
        "arabic-paragraphs",
        _ARABIC,
        ["libreoffice", "libreoffice-untagged", "weasyprint", "chromium-untagged"],
        page="A5",
        font="DejaVu Sans",
        language="ar",
        rtl=True,
    ),
    Doc(
        "arabic-lists",
        _ARABIC_LIST,
        ["libreoffice-untagged", "chromium"],
        page="A5",
        font="DejaVu Sans",
        language="ar",
        rtl=True,
    ),
    Doc(
        "arabic-table",
        _ARABIC_TABLE,
        ["libreoffice-untagged", "weasyprint"],
        page="A5",
        font="DejaVu Sans",
        language="ar",
        rtl=True,
    ),
    Doc(
        "hebrew-paragraphs",
        HEBREW,
        ["libreoffice-untagged", "weasyprint", "chromium-untagged"],
        page="A5",
        font="DejaVu Sans",
        language="he",
        rtl=True,
    ),
    Doc(
        "hebrew-lists",
        _HEBREW_LIST,
        ["libreoffice", "weasyprint"],
        page="A5",
        font="DejaVu Sans",
        language="he",
        rtl=True,
    ),
    Doc(
        "hebrew-table",
        HEBREW_TABLE,
        ["libreoffice-untagged", "chromium"],
        page="A5",
        font="DejaVu Sans",
        language="he",
        rtl=True,
    ),
    Doc(
        "hebrew-mixed",
        _MIXED,
        ["libreoffice-untagged", "weasyprint"],
        page="A5",
        font="DejaVu Sans",
        language="he",
        rtl=True,
    ),
    Doc(
        "chinese",
        CHINESE,
        ["libreoffice-untagged", "weasyprint", "chromium"],
        page="A5",
        font="Droid Sans Fallback",
        language="zh",
    ),
    Doc(
        "chinese-columns",
        [Columns(2, [*CHINESE[1:3], *CHINESE[1:3]])],
        ["weasyprint"],
        page="A5",
        font="Droid Sans Fallback",
        language="zh",
    ),
    Doc(
        "japanese",
        _JAPANESE,
        ["libreoffice-untagged", "chromium-untagged"],
        page="A5",
        font="Droid Sans Fallback",
        language="ja",
    ),
    Doc(
        "german-hyphens",
        _GERMAN,
        ["weasyprint"],
        page="A5",
        justify=True,
        hyphens=True,
        language="de",
        css="body { width: 60mm; }",
    ),
]
