//! The model of a document as text, one line a block: its role, its look where it differs from the usual, and
//! its words.

use std::fmt::Write as _;

use transvase::model::flow::{
    Align, Block, Cell, Flow, Frame, GroupKind, Inline, Leader, LinkTarget, List, Marker, Paragraph, ParagraphStyle,
    Place, PlaceId, Purpose, Run, Section, Stretch, Table, TextStyle,
};

use super::facts::role_name;

/// The whole of a document.
pub fn dump(flow: &Flow) -> String {
    let mut out = Dump { places: &flow.places, text: String::new(), depth: 0 };
    for section in &flow.sections {
        out.section(section);
    }
    for (at, note) in flow.notes.iter().enumerate() {
        out.inside(&format!("note {at} {:?}", note.kind), &note.blocks);
    }
    for (at, comment) in flow.comments.iter().enumerate() {
        let author = comment.author.as_deref().unwrap_or_default();
        out.inside(&format!("comment {at} {author}"), &comment.blocks);
    }
    for item in &flow.outline {
        out.line(&format!("outline {} {}", item.level, item.title));
    }
    if flow.cover.is_some() {
        out.line("cover");
    }
    out.text
}

struct Dump<'f> {
    places: &'f [Place],
    text: String,
    depth: usize,
}

impl Dump<'_> {
    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        let _ = writeln!(self.text, "{}", format!("{indent}{line}").trim_end());
    }

    fn inside(&mut self, title: &str, blocks: &[Block]) {
        self.line(title);
        self.depth += 1;
        blocks.iter().for_each(|block| self.block(block));
        self.depth -= 1;
    }

    fn section(&mut self, section: &Section) {
        let mut line = "section".to_owned();
        if let Some(page) = &section.page {
            let edges = &page.margins;
            let _ = write!(line, " {}x{}", number(page.size.width), number(page.size.height));
            let sides = [edges.top, edges.right, edges.bottom, edges.left].map(number);
            let _ = write!(line, " margins {}", sides.join(" "));
            if page.columns.len() > 1 {
                let widths: Vec<String> = page.columns.iter().map(|column| number(column.width)).collect();
                let _ = write!(line, " columns {}", widths.join(" "));
            }
        }
        self.line(&line);
        self.depth += 1;
        for (name, running) in [("header", &section.header), ("footer", &section.footer)] {
            let Some(running) = running else { continue };
            self.inside(name, &running.default);
            running.first.iter().for_each(|blocks| self.inside(&format!("{name} first"), blocks));
            running.even.iter().for_each(|blocks| self.inside(&format!("{name} even"), blocks));
        }
        section.blocks.iter().for_each(|block| self.block(block));
        self.depth -= 1;
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
            Block::List(list) => self.list(list),
            Block::Quote(blocks) => self.inside("quote", blocks),
            Block::Group(group) => self.inside(&group_name(&group.kind), &group.blocks),
            Block::Table(table) => self.table(table),
            Block::Rule => self.line("rule"),
            Block::PageBreak => self.line("page break"),
            Block::ColumnBreak => self.line("column break"),
            Block::Frame(frame) => self.frame(frame),
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let mut head = role_name(paragraph.role);
        if let Some(label) = &paragraph.label {
            let _ = write!(head, " {} {}", marker(&label.marker), label.number);
        }
        if let Some(cap) = &paragraph.drop_cap {
            let _ = write!(head, " drop {} {}", cap.lines, cap.run.text);
        }
        head.push_str(&paragraph_style(&paragraph.style));
        head.push_str(&self.place(paragraph.place));
        self.line(&format!("{head} | {}", words(&paragraph.content)));
        self.drawings(&paragraph.content);
    }

    /// Where a block stood: page, left, top, right and lower edge of each stretch, in whole points.
    fn place(&self, place: Option<PlaceId>) -> String {
        let Some(place) = place.and_then(|PlaceId(id)| self.places.get(id as usize)) else { return String::new() };
        let stretch = |part: &Stretch| {
            let edges =
                [part.rect.left, part.rect.top, part.rect.right, part.rect.bottom].map(|edge| number(edge.round()));
            format!(" @{} {}", part.page, edges.join(" "))
        };
        place.stretches.iter().map(stretch).collect()
    }

    /// The texts of drawings, which stand below the paragraph that holds them.
    fn drawings(&mut self, inlines: &[Inline]) {
        self.depth += 1;
        for inline in inlines {
            match inline {
                Inline::Drawing(drawing) => drawing.texts.iter().for_each(|frame| self.frame(frame)),
                other => other.children().into_iter().for_each(|inside| self.drawings(inside)),
            }
        }
        self.depth -= 1;
    }

    fn list(&mut self, list: &List) {
        self.line(&format!("list {} from {}", marker(&list.marker), list.start));
        self.depth += 1;
        for item in &list.items {
            let number = item.number.map(|number| format!(" {number}")).unwrap_or_default();
            self.inside(&format!("item{number}"), &item.blocks);
        }
        self.depth -= 1;
    }

    fn table(&mut self, table: &Table) {
        let widths: Vec<String> = table.columns.iter().map(|width| number(*width)).collect();
        let place = self.place(table.place);
        let purpose = if table.purpose == Purpose::Layout { " for layout" } else { "" };
        self.line(&format!("table {} rows, columns {}{purpose}{place}", table.rows.len(), widths.join(" ")));
        self.depth += 1;
        for row in &table.rows {
            self.line(if row.header { "row head" } else { "row" });
            self.depth += 1;
            row.cells.iter().for_each(|cell| self.cell(cell));
            self.depth -= 1;
        }
        self.depth -= 1;
    }

    fn cell(&mut self, cell: &Cell) {
        let mut head = "cell".to_owned();
        if (cell.column_span, cell.row_span) != (1, 1) {
            let _ = write!(head, " spans {}x{}", cell.column_span, cell.row_span);
        }
        let borders = [&cell.borders.top, &cell.borders.right, &cell.borders.bottom, &cell.borders.left];
        let sides: String = borders.iter().zip("trbl".chars()).filter(|(b, _)| b.is_some()).map(|(_, c)| c).collect();
        if !sides.is_empty() {
            let _ = write!(head, " lines {sides}");
        }
        if let Some(color) = cell.background {
            let _ = write!(head, " on {}", hex(color));
        }
        self.inside(&head, &cell.blocks);
    }

    fn frame(&mut self, frame: &Frame) {
        let rect = &frame.rect;
        let corners = [rect.left, rect.top, rect.right, rect.bottom].map(number);
        self.inside(&format!("frame {}", corners.join(" ")), &frame.blocks);
    }
}

fn group_name(kind: &GroupKind) -> String {
    match kind {
        GroupKind::Figure => "figure".into(),
        GroupKind::Code(language) => format!("code {}", language.as_deref().unwrap_or_default()),
        GroupKind::Definitions => "definitions".into(),
        GroupKind::Definition => "definition".into(),
        GroupKind::Division(division) => {
            format!("{:?} {}", division.kind, division.epub_type.as_deref().unwrap_or_default()).to_lowercase()
        }
    }
}

/// Points with at most one decimal.
pub(super) fn number(points: f32) -> String {
    let text = format!("{points:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.to_owned() }
}

pub(super) fn hex(color: transvase::model::flow::Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}

fn marker(marker: &Marker) -> String {
    match marker {
        Marker::Bullet(sign) => sign.to_string(),
        Marker::Number { format, parents, prefix, suffix } => format!("{prefix}{format:?}+{parents}{suffix}"),
        Marker::None => "none".into(),
    }
}

/// What differs from a plain paragraph.
fn paragraph_style(style: &ParagraphStyle) -> String {
    let mut out = String::new();
    if let Some(align) = style.align.filter(|align| *align != Align::Start) {
        let _ = write!(out, " {align:?}");
    }
    let lengths = [
        ("start", style.indent_start),
        ("end", style.indent_end),
        ("first", style.indent_first),
        ("before", style.space_before),
        ("after", style.space_after),
    ];
    for (name, length) in lengths.into_iter().filter(|(_, length)| length.abs() >= 0.05) {
        let _ = write!(out, " {name} {}", number(length));
    }
    for (name, is_set) in [
        ("break", style.page_break_before),
        ("keep", style.keep_with_next),
        ("rtl", style.right_to_left),
        ("ground", style.background.is_some()),
    ] {
        if is_set {
            let _ = write!(out, " {name}");
        }
    }
    for stop in &style.tabs {
        let _ = write!(out, " tab {} {:?}{}", number(stop.position), stop.align, leader(stop.leader));
    }
    out
}

/// What fills the space before a tab stop.
fn leader(leader: Option<Leader>) -> String {
    match leader {
        None => String::new(),
        Some(Leader::Dots) => " dots".into(),
        Some(other) => format!(" {other:?}"),
    }
}

/// The words, with the look of each stretch before it where it changes.
fn words(inlines: &[Inline]) -> String {
    let mut words = Words::default();
    words.all(inlines);
    words.text
}

#[derive(Default)]
struct Words {
    text: String,
    look: String,
}

impl Words {
    fn all(&mut self, inlines: &[Inline]) {
        inlines.iter().for_each(|inline| self.one(inline));
    }

    fn one(&mut self, inline: &Inline) {
        match inline {
            Inline::Text(run) => self.run(run),
            Inline::LineBreak => self.text.push('↵'),
            Inline::Tab => self.text.push('→'),
            Inline::Image(image) => {
                let side = |side: Option<f32>| side.map_or_else(|| "?".into(), number);
                let _ = write!(self.text, "⟨image {}x{}⟩", side(image.width), side(image.height));
            }
            Inline::Link { target, content } => {
                let target = match target {
                    LinkTarget::External(url) => url.as_str(),
                    LinkTarget::Internal(_) => "#",
                };
                self.around(&format!("link {target}"), content);
            }
            Inline::Anchor(_) => self.text.push('⚓'),
            Inline::Note(note) => {
                let _ = write!(self.text, "⟨note {note}⟩");
            }
            Inline::Field(field) => {
                let _ = write!(self.text, "⟨{:?}⟩", field.kind);
            }
            Inline::Drawing(drawing) => {
                let (width, height) = (number(drawing.size.width), number(drawing.size.height));
                let _ = write!(self.text, "⟨drawing {width}x{height}, {} shapes⟩", drawing.shapes.len());
            }
            Inline::Formula(formula) => {
                let _ = write!(self.text, "⟨formula {}⟩", formula.run.text);
            }
            Inline::Control { control, content } => self.around(&format!("{:?}", control.kind), content),
            Inline::Comment { comment, content } => self.around(&format!("comment {comment}"), content),
            Inline::Change { change, content } => self.around(&format!("change {change}"), content),
            Inline::Index(entry) => {
                let _ = write!(self.text, "⟨index {}⟩", entry.terms.join(" / "));
            }
        }
    }

    fn around(&mut self, what: &str, content: &[Inline]) {
        let _ = write!(self.text, "⟨{what}: ");
        self.all(content);
        self.text.push('⟩');
    }

    fn run(&mut self, run: &Run) {
        let look = look(&run.style);
        if look != self.look {
            let _ = write!(self.text, "[{look}]");
            self.look = look;
        }
        self.text.push_str(&run.text.replace('\n', "↵"));
    }
}

fn look(style: &TextStyle) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(style.family.as_deref().map(str::to_owned));
    parts.extend(style.size.map(number));
    if style.weight != 400 {
        parts.push(style.weight.to_string());
    }
    for (name, is_set) in [
        ("italic", style.italic),
        ("underline", style.underline),
        ("strike", style.strike),
        ("caps", style.small_caps),
        ("mono", style.monospace),
        ("emphasis", style.meaning.emphasis),
        ("strong", style.meaning.strong),
        ("code", style.meaning.code),
        ("keyboard", style.meaning.keyboard),
        ("quotation", style.meaning.quotation),
        ("citation", style.meaning.citation),
    ] {
        if is_set {
            parts.push(name.into());
        }
    }
    if style.script != transvase::model::flow::Script::Normal {
        parts.push(format!("{:?}", style.script));
    }
    parts.extend(style.color.map(hex));
    parts.extend(style.background.map(|color| format!("on {}", hex(color))));
    parts.join(" ")
}
