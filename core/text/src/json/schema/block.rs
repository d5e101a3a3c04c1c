//! Schema of blocks of text.

use super::look::{Align, Borders, Edges, Font, Layout, Origin, Wrap};
use super::{Place, Run, object, words};
use serde::{Deserialize, Serialize};

/// A block of text.
#[allow(clippy::large_enum_variant, reason = "nearly all blocks are paragraphs")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(in crate::json) enum Block {
    /// Running text.
    Paragraph(Paragraph),
    /// A heading; `level` says how deep, from 1 to 6.
    Heading(Paragraph),
    /// The title of the document.
    Title(Paragraph),
    /// The line under the title.
    Subtitle(Paragraph),
    /// Words under a figure or table.
    Caption(Paragraph),
    /// Text whose spaces and line breaks count.
    Preformatted(Paragraph),
    /// An entry of a table of contents; `level` says how deep, from 1 to 9.
    Contents(Paragraph),
    /// A term that is defined after it.
    Term(Paragraph),
    /// Room, without text, so that what follows stands where it did on its page.
    Spacer(Paragraph),
    /// A list.
    List(List),
    /// A table.
    Table(Table),
    /// Quoted blocks.
    Quote(Blocks),
    /// A picture, table, formula or listing with its caption, which is a block of type `caption`.
    Figure(Blocks),
    /// Code.
    Code(Code),
    /// Terms, each or several followed by a `definition`.
    Definitions(Blocks),
    /// What is said of the terms before it.
    Definition(Blocks),
    /// A part of the document.
    Division(Division),
    /// A horizontal rule.
    Rule,
    /// The text goes on on a new page.
    PageBreak,
    /// The text goes on in the next column.
    ColumnBreak,
    /// Blocks at a fixed place, out of the flow.
    Frame(Frame),
}

object! {
    /// A paragraph of any kind.
    Paragraph {
        /// All its text in plain words. Where there are `runs`, it is theirs, but for what a change is to delete; of the two
        /// it is the one that counts when they differ.
        text: String,;
        /// How deep, of headings and entries of tables of contents, from 1.
        level: Option<u8>,
        /// A counted label before it, which is not part of its text.
        label: Option<Label>,
        /// Its parts, where they differ from one another or are more than text.
        runs: Vec<Run>,
        /// What all its text has in common.
        font: Font,
        /// A large initial, the first letters of its text; `runs` begin behind it.
        drop_cap: Option<DropCap>,
        /// Places at its beginning that links can lead to.
        anchors: Vec<String>,
        /// Alignment, where the source says so.
        align: Option<Align>,
        /// Whether it runs from right to left.
        right_to_left: bool,
        /// Name of its style in the source.
        style: Option<String>,
        /// How it stands on the page.
        layout: Layout,
        /// Where it stood: one place for each page and column.
        places: Vec<Place>,
    }
}

object! {
    /// A counted label.
    Label {
        /// Its words. They are made anew when the document is read.
        text: String,
        /// Its number at its level.
        number: u32,
        /// How it is written.
        marker: Marker,;
    }
}

object! {
    /// A large initial.
    DropCap {
        /// The initial.
        text: String,
        /// Lines it is high.
        lines: u8,;
        /// How it looks.
        font: Font,
    }
}

object! {
    /// A list.
    List {
        /// How its items are marked.
        marker: Marker,
        /// Its items.
        items: Vec<Item>,;
        /// Number of the first item, of counted lists, where it is not 1.
        start: Option<u32>,
        /// Lists of one sequence count on where the one before stopped.
        sequence: Option<u32>,
        /// How markers look where they differ from the text.
        look: MarkerLook,
        /// Name of its style in the source.
        style: Option<String>,
    }
}

object! {
    /// An item of a list.
    Item {
        /// What stands before it, such as `2.` or a bullet. It is made anew when the document is read.
        label: String,;
        /// A number that differs from counting on.
        number: Option<u32>,
        /// Its text.
        blocks: Vec<Block>,
    }
}

object! {
    /// How markers look.
    MarkerLook {;
        /// Their colour.
        color: Option<String>,
        /// Whether they are bold.
        bold: Option<bool>,
    }
}

/// How items are marked.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(in crate::json) enum Marker {
    /// Not marked.
    #[default]
    None,
    /// A bullet.
    Bullet {
        /// Its character.
        character: char,
    },
    /// Counted.
    Number {
        /// How the count is written.
        format: NumberFormat,
        /// Levels above whose numbers stand before this one, each followed by a dot: 2 in 1.2.3.
        #[serde(default, skip_serializing_if = "super::is_default")]
        parents: u8,
        /// What stands before it, such as `(`.
        #[serde(default, skip_serializing_if = "super::is_default")]
        prefix: String,
        /// What stands after it, such as `.`.
        #[serde(default, skip_serializing_if = "super::is_default")]
        suffix: String,
    },
}

object! {
    /// A table.
    Table {
        /// Widths of the columns of its grid; 0 leaves a column to the writer.
        columns: Vec<f32>,
        /// Its rows.
        rows: Vec<Row>,;
        /// Whether it shows what belongs to rows and columns, or only puts text side by side.
        purpose: Purpose,
        /// Indent at the start side.
        indent: f32,
        /// Alignment on the measure; missing means at the start side.
        align: Option<Align>,
        /// Room between the lines of a cell and its text.
        padding: Option<Edges>,
        /// Whether columns are as wide as they say, whatever stands in them.
        fixed: bool,
        /// Whether the columns run from the right.
        right_to_left: bool,
        /// Name of its style in the source.
        style: Option<String>,
        /// Where it stood: one place for each page.
        places: Vec<Place>,
    }
}

object! {
    /// A row of a table.
    Row {
        /// The cells that begin in it, in the order of the columns.
        cells: Vec<Cell>,;
        /// Repeated on each page the table goes on to.
        header: bool,
        /// Least height; 0 means as high as the text.
        height: f32,
        /// That is its height, whatever its text needs.
        exact: bool,
        /// Not broken across pages.
        keep_together: bool,
        /// The change that puts it in or takes it out as a whole: a place in `changes`.
        change: Option<u32>,
    }
}

object! {
    /// A cell. Where it stands in the grid follows from the rows and spans: `row` and `column` are told for the reader's
    /// comfort.
    Cell {
        /// Its row, from 0.
        row: u32,
        /// Its column, from 0.
        column: u32,
        /// All its text in plain words, a paragraph to the line. It counts where there are no `blocks`.
        text: String,;
        /// Rows it covers, where that is more than one.
        row_span: Option<u32>,
        /// Columns it covers, where that is more than one.
        column_span: Option<u32>,
        /// A heading of its row or column.
        header: bool,
        /// Its text; left out where `text` says all there is.
        blocks: Vec<Block>,
        /// Where the text stands in a higher cell.
        vertical: VerticalAlign,
        /// Colour behind it.
        background: Option<String>,
        /// Lines around it.
        borders: Borders,
        /// Which way its text runs.
        turn: Turn,
        /// Where its text stood, one place for each page.
        places: Vec<Place>,
    }
}

object! {
    /// Blocks that belong together.
    Blocks {
        /// The blocks.
        blocks: Vec<Block>,;
    }
}

object! {
    /// Code.
    Code {
        /// All of it in plain words. It counts where there are no `blocks`.
        text: String,;
        /// The language it is written in, where that is known.
        language: Option<String>,
        /// Its paragraphs.
        blocks: Vec<Block>,
    }
}

object! {
    /// A part of a document.
    Division {
        /// How it stands to what is around it.
        kind: DivisionKind,
        /// What is in it.
        blocks: Vec<Block>,;
        /// What it is in a book, such as `chapter` or `glossary` (EPUB 3 Structural Semantics Vocabulary).
        epub_type: Option<String>,
    }
}

object! {
    /// Blocks at a fixed place.
    Frame {
        /// Left, upper, right and lower edge.
        #[serde(rename = "box")]
        bounds: [f32; 4],
        /// What stands in it.
        blocks: Vec<Block>,;
        /// What the place counts from.
        origin: Origin,
        /// Turn of the content about the middle.
        rotation: f32,
        /// What the text around does about it.
        wrap: Wrap,
        /// Room between its edges and the content.
        padding: Edges,
        /// Colour behind it.
        background: Option<String>,
        /// Lines around it.
        borders: Borders,
    }
}

words! {
    /// How a count is written. What a way of writing has no sign for is written in digits.
    #[derive(Default)]
    NumberFormat = transvase_model::flow::NumberFormat {
        /// 1, 2, 3.
        #[default]
        Decimal,
        /// 01, 02, 03.
        DecimalZero,
        /// 001, 002, 003.
        DecimalZero3,
        /// 0001, 0002, 0003.
        DecimalZero4,
        /// 00001, 00002, 00003.
        DecimalZero5,
        /// １, ２, ３.
        DecimalFullWidth,
        /// ⒈, ⒉, ⒊.
        DecimalFullStop,
        /// ⑴, ⑵, ⑶.
        DecimalParen,
        /// - 1 -, - 2 -, - 3 -.
        DecimalDash,
        /// 9, A, B.
        Hex,
        /// ١, ٢, ٣.
        ArabicIndicDigits,
        /// ۱, ۲, ۳.
        PersianDigits,
        /// १, २, ३.
        DevanagariDigits,
        /// ১, ২, ৩.
        BengaliDigits,
        /// ๑, ๒, ๓.
        ThaiDigits,
        /// a, b, c, and aa, ab, ac after z.
        LowerAlpha,
        /// A, B, C, and AA, AB, AC after Z.
        UpperAlpha,
        /// a, b, c, and aa, bb, cc after z.
        LowerAlphaRepeated,
        /// A, B, C, and AA, BB, CC after Z.
        UpperAlphaRepeated,
        /// i, ii, iii.
        LowerRoman,
        /// I, II, III.
        UpperRoman,
        /// α, β, γ.
        LowerGreek,
        /// Α, Β, Γ.
        UpperGreek,
        /// α, β, γ, as numerals: ια is 11.
        LowerGreekNumeral,
        /// Α, Β, Γ, as numerals: ΙΑ is 11.
        UpperGreekNumeral,
        /// а, б, в.
        LowerRussian,
        /// А, Б, В.
        UpperRussian,
        /// а, б, в, without й and ь.
        LowerBulgarian,
        /// А, Б, В, without Й and Ь.
        UpperBulgarian,
        /// а, б, в, with ђ after д.
        LowerSerbian,
        /// А, Б, В, with Ђ after Д.
        UpperSerbian,
        /// ա, բ, գ.
        LowerArmenian,
        /// Ա, Բ, Գ.
        UpperArmenian,
        /// ა, ბ, გ.
        Georgian,
        /// א, ב, ג, as numerals: יא is 11.
        Hebrew,
        /// א, ב, ג, as an alphabet: כ is 11.
        HebrewLetters,
        /// أ, ب, ت.
        ArabicLetters,
        /// أ, ب, ج.
        ArabicAbjad,
        /// क, ख, ग.
        HindiConsonants,
        /// अ, आ, इ.
        HindiVowels,
        /// ก, ข, ค.
        ThaiLetters,
        /// ក, ខ, គ.
        KhmerLetters,
        /// ກ, ຂ, ຄ.
        LaoLetters,
        /// က, ခ, ဂ.
        BurmeseLetters,
        /// ཀ, ཁ, ག.
        TibetanLetters,
        /// ①, ②, ③.
        Circled,
        /// ㈠, ㈡, ㈢.
        ParenIdeograph,
        /// *, †, ‡.
        Symbols,
        /// 가, 나, 다.
        Ganada,
        /// ㄱ, ㄴ, ㄷ.
        Chosung,
        /// ㉠, ㉡, ㉢.
        CircledJamo,
        /// ㉮, ㉯, ㉰.
        CircledGanada,
        /// 일, 이, 삼, and 십일.
        KoreanCounting,
        /// 일, 이, 삼, and 일일.
        KoreanDigits,
        /// 하나, 둘, 셋.
        KoreanNative,
        /// 一, 二, 三, and 一零.
        KoreanHanjaDigits,
        /// 一, 二, 三, and 一百.
        Chinese,
        /// 一, 二, 三, and 十一, but 一〇〇.
        ChineseCounting,
        /// 一, 二, 三, and 一〇.
        ChineseDigits,
        /// 壹, 贰, 叁.
        ChineseFormalSimplified,
        /// 壹, 貳, 參.
        ChineseFormalTraditional,
        /// 一, 二, 三, and 百.
        JapaneseCounting,
        /// 壱, 弐, 参.
        JapaneseFormal,
        /// 甲, 乙, 丙.
        HeavenlyStems,
        /// 子, 丑, 寅.
        EarthlyBranches,
        /// 甲子, 乙丑, 丙寅.
        StemsAndBranches,
        /// ア, イ, ウ.
        Katakana,
        /// ｱ, ｲ, ｳ.
        KatakanaHalfWidth,
        /// イ, ロ, ハ.
        KatakanaIroha,
        /// ｲ, ﾛ, ﾊ.
        KatakanaIrohaHalfWidth,
        /// あ, い, う.
        Hiragana,
        /// い, ろ, は.
        HiraganaIroha,
        /// One, Two, Three.
        CardinalText(language: Language),
        /// 1st, 2nd, 3rd.
        Ordinal(language: Language),
        /// First, Second, Third.
        OrdinalText(language: Language),
    }
}

words! {
    /// A language that numbers are said in.
    #[derive(Default)]
    Language = transvase_model::flow::Language {
        /// English, also in place of a language that is not known.
        #[default]
        English,
        /// German.
        German,
        /// French.
        French,
        /// Spanish.
        Spanish,
        /// Italian.
        Italian,
        /// Portuguese of Portugal.
        Portuguese,
        /// Portuguese of Brazil.
        BrazilianPortuguese,
        /// Dutch.
        Dutch,
        /// Russian.
        Russian,
        /// Polish.
        Polish,
        /// Thai.
        Thai,
        /// Vietnamese.
        Vietnamese,
        /// Hindi.
        Hindi,
    }
}

words! {
    /// What a table is for.
    #[derive(Default)]
    Purpose = transvase_model::flow::Purpose {
        /// It shows what belongs to rows and columns.
        #[default]
        Data,
        /// It puts side by side what would stand one below the other without it.
        Layout,
    }
}

words! {
    /// Where text stands in a cell.
    #[derive(Default)]
    VerticalAlign = transvase_model::flow::VerticalAlign {
        /// At the top.
        #[default]
        Top,
        /// In the middle.
        Middle,
        /// At the bottom.
        Bottom,
    }
}

words! {
    /// Turn of the text of a cell.
    #[derive(Default)]
    Turn = transvase_model::flow::Turn {
        /// Upright.
        #[default]
        None,
        /// From the top down.
        Down,
        /// From the bottom up.
        Up,
    }
}

words! {
    /// How a part of a document stands to what is around it.
    #[derive(Default)]
    DivisionKind = transvase_model::flow::DivisionKind {
        /// Neither of the others.
        #[default]
        Plain,
        /// A stretch of the text with one subject.
        Section,
        /// Complete in itself.
        Article,
        /// Beside the text, which is whole without it.
        Aside,
        /// Links to other places.
        Navigation,
    }
}
