//! Bombs of PDF's structure: filters, trees, cross references.

use super::make::{Bomb, bomb, nest, repeat, zlib, zlib_of};

/// Every bomb of these kinds.
pub fn all() -> Vec<Bomb> {
    [filters(), trees(), cross_references()].into_iter().flatten().collect()
}

/// A PDF of objects: number 1 is the catalogue.
#[derive(Default)]
pub struct File {
    objects: Vec<Vec<u8>>,
    trailer: String,
}

impl File {
    /// One page of this content: 1 the catalogue, 2 the tree of pages, 3 the page, 4 its content, 5 a font named `F`.
    pub fn page(content: impl AsRef<[u8]>, resources: &str, page: &str) -> File {
        File::page_of(stream("/Filter/FlateDecode", &zlib(content.as_ref())), resources, page, "")
    }

    /// As [`File::page`], with the stream of its content as it is, and more in the catalogue.
    pub fn page_of(content: Vec<u8>, resources: &str, page: &str, catalogue: &str) -> File {
        let mut file = File::default();
        file.add(format!("<</Type/Catalog/Pages 2 0 R{catalogue}>>"));
        file.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
        file.add(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>{resources}>>{page}>>"
        ));
        file.add(content);
        file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
        file
    }

    /// Adds an object; from a page on, the first is number 6.
    pub fn add(&mut self, object: impl Into<Vec<u8>>) {
        self.objects.push(object.into());
    }

    /// As [`File::add`], to go on with.
    pub fn with(mut self, object: impl Into<Vec<u8>>) -> File {
        self.add(object);
        self
    }

    /// With several objects more.
    pub fn with_all(mut self, objects: impl IntoIterator<Item = String>) -> File {
        objects.into_iter().for_each(|object| self.add(object));
        self
    }

    /// With another object in the place of one.
    pub fn instead(mut self, number: usize, object: impl Into<Vec<u8>>) -> File {
        self.objects[number - 1] = object.into();
        self
    }

    /// The bytes, with a table of cross references.
    pub fn bytes(&self) -> Vec<u8> {
        let (mut file, mut table) = self.without_table();
        table.insert_str(0, &format!("xref\n0 {}\n0000000000 65535 f \n", self.objects.len() + 1));
        let (at, size) = (file.len(), self.objects.len() + 1);
        file.extend(
            format!("{table}trailer\n<</Root 1 0 R/Size {size}{}>>\nstartxref\n{at}\n%%EOF\n", self.trailer).bytes(),
        );
        file
    }

    /// The objects alone, and the rows of the table for them.
    fn without_table(&self) -> (Vec<u8>, String) {
        let (mut file, mut table) = (b"%PDF-1.7\n".to_vec(), String::new());
        for (at, object) in self.objects.iter().enumerate() {
            table.extend([format!("{:010} 00000 n \n", file.len())]);
            file.extend(format!("{} 0 obj\n", at + 1).bytes());
            file.extend(object);
            file.extend(*b"\nendobj\n");
        }
        (file, table)
    }
}

/// A stream with these entries in its dictionary.
pub fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    [format!("<<{entries}/Length {}>>\nstream\n", data.len()).as_bytes(), data, b"\nendstream"].concat()
}

fn filters() -> Vec<Bomb> {
    let of = |entries: &str, data: &[u8]| File::page_of(stream(entries, data), "", "", "").bytes();
    let parameters = move |name: &str, parameters: &'static str| {
        bomb(format!("pdf-predictor-{name}.pdf"), move || {
            of(&format!("/Filter/FlateDecode/DecodeParms<<{parameters}>>"), &zlib(&[b'q'; 1_000]))
        })
    };
    vec![
        bomb("pdf-flate-1g.pdf", move || of("/Filter/FlateDecode", &zlib_of(b"0 0 m\n", 180_000_000))),
        bomb("pdf-flate-spaces.pdf", move || of("/Filter/FlateDecode", &zlib_of(b" ", 255 << 20))),
        bomb("pdf-flate-saves.pdf", move || of("/Filter/FlateDecode", &zlib_of(b"q Q\n", 20_000_000))),
        bomb("pdf-flate-twice.pdf", move || {
            of("/Filter[/FlateDecode/FlateDecode]", &zlib(&zlib_of(b"q Q\n", 400_000_000)))
        }),
        bomb("pdf-flate-50.pdf", move || {
            of(
                &format!("/Filter[{}]", "/FlateDecode".repeat(50)),
                &(0..50).fold(b"q Q\n".repeat(1_000), |data, _| zlib(&data)),
            )
        }),
        bomb("pdf-filters-300k.pdf", move || of(&format!("/Filter[{}]", "/ASCIIHexDecode ".repeat(300_000)), b"4141>")),
        bomb("pdf-runs.pdf", move || of("/Filter[/FlateDecode/RunLengthDecode]", &zlib_of(b"\x81 ", 4_000_000))),
        bomb("pdf-ascii85.pdf", move || of("/Filter[/FlateDecode/ASCII85Decode]", &zlib_of(b"z", 100_000_000))),
        parameters("columns", "/Predictor 12/Columns 2147483647/Colors 32/BitsPerComponent 16"),
        parameters("columns-tiff", "/Predictor 2/Columns 400000000/Colors 4/BitsPerComponent 8"),
        parameters("columns-0", "/Predictor 15/Columns 0/Colors 0/BitsPerComponent 0"),
        parameters("columns-negative", "/Predictor 15/Columns -1/Colors -2147483648"),
    ]
}

fn trees() -> Vec<Bomb> {
    let empty = || File::page("q Q", "", "");
    let branching = |leaf: &str, kids: usize| {
        let file = File::default().with("<</Type/Catalog/Pages 2 0 R>>");
        let kids_of = move |at: usize| format!("{} 0 R ", at + 3).repeat(kids);
        file.with_all((0..40).map(|at| format!("<</Type/Pages/Count 9/Kids[{}]>>", kids_of(at)))).with(leaf).bytes()
    };
    let outline = |entries: &str| File::page_of(stream("", b"q Q"), "", "", &format!("/Outlines 6 0 R{entries}"));
    vec![
        bomb("pdf-pages-circle.pdf", move || {
            empty().instead(2, "<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 3/Parent 2 0 R>>").bytes()
        }),
        bomb("pdf-pages-named.pdf", move || {
            empty().instead(2, format!("<</Type/Pages/Kids[{}]/Count 1000000>>", "3 0 R ".repeat(1_000_000))).bytes()
        }),
        bomb("pdf-pages-4900.pdf", move || {
            File::page("BT /F 9 Tf 9 9 Td (a word) Tj ET", "", "")
                .instead(2, format!("<</Type/Pages/Kids[{}]/Count 4900>>", "3 0 R ".repeat(4_900)))
                .bytes()
        }),
        bomb("pdf-pages-deep.pdf", || {
            let file = File::default().with("<</Type/Catalog/Pages 2 0 R>>");
            file.with_all((0..100_000).map(|at| format!("<</Type/Pages/Count 1/Kids[{} 0 R]>>", at + 3)))
                .with("<</Type/Page/MediaBox[0 0 9 9]>>")
                .bytes()
        }),
        bomb("pdf-pages-tree.pdf", move || branching("<</Type/Page/MediaBox[0 0 9 9]>>", 10)),
        bomb("pdf-pages-tree-empty.pdf", move || branching("<</Type/Pages/Count 0/Kids[]>>", 10)),
        bomb("pdf-outline-circle.pdf", move || {
            outline("").with("<</First 7 0 R>>").with("<</Title(a)/Next 7 0 R/First 7 0 R/Dest[3 0 R/Fit]>>").bytes()
        }),
        bomb("pdf-outline-deep.pdf", move || {
            outline("")
                .with("<</First 7 0 R>>")
                .with_all((0..50_000).map(|at| format!("<</Title(a)/First {} 0 R/Dest[3 0 R/Fit]>>", at + 8)))
                .bytes()
        }),
        bomb("pdf-outline-wide.pdf", move || {
            outline("")
                .with("<</First 7 0 R>>")
                .with_all((0..50_000).map(|at| format!("<</Title(a)/Next {} 0 R/Dest[3 0 R/Fit]>>", at + 8)))
                .bytes()
        }),
        bomb("pdf-outline-tree.pdf", move || {
            outline("")
                .with("<</First 7 0 R>>")
                .with_all((0..60).map(|at| format!("<</Title(a)/Next {0} 0 R/First {0} 0 R>>", at + 8)))
                .bytes()
        }),
        bomb("pdf-names-circle.pdf", move || outline("/Names<</Dests 6 0 R>>").with("<</Kids[6 0 R 6 0 R]>>").bytes()),
        bomb("pdf-names-tree.pdf", move || {
            outline("/Names<</Dests 6 0 R>>")
                .with_all((0..60).map(|at| format!("<</Kids[{0} 0 R {0} 0 R]>>", at + 7)))
                .bytes()
        }),
        bomb("pdf-structure-circle.pdf", move || {
            outline("/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R")
                .with("<</Type/StructTreeRoot/K 7 0 R>>")
                .with("<</S/P/K[7 0 R 7 0 R]/P 6 0 R>>")
                .bytes()
        }),
        bomb("pdf-structure-tree.pdf", move || {
            outline("/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R")
                .with_all((0..60).map(|at| format!("<</S/Div/K[{0} 0 R {0} 0 R]>>", at + 7)))
                .bytes()
        }),
        bomb("pdf-labels.pdf", move || {
            outline(&format!("/PageLabels<</Nums[{}]>>", repeat("{n}<</S/R/St 2147483647>>", 50_000))).bytes()
        }),
        bomb("pdf-layers.pdf", move || {
            outline(&format!(
                "/OCProperties<</OCGs[{}]/D<</Order[{}]>>>>",
                "6 0 R ".repeat(100_000),
                nest("[", "", "]", 100_000)
            ))
            .with("<</Type/OCG/Name(a)>>")
            .bytes()
        }),
    ]
}

fn cross_references() -> Vec<Bomb> {
    let empty = || File::page("q Q", "", "");
    let table_stream = |entries: &str, data: &[u8]| {
        let object = stream(&format!("/Type/XRef/W[1 4 1]/Root 2 0 R{entries}"), data);
        [b"%PDF-1.7\n1 0 obj\n", &object[..], b"\nendobj\nstartxref\n9\n%%EOF"].concat()
    };
    vec![
        bomb("pdf-table-circle.pdf", move || {
            let mut file = empty();
            let at = file.without_table().0.len();
            file.trailer = format!("/Prev {at}");
            file.bytes()
        }),
        bomb("pdf-table-size.pdf", move || table_stream("/Size 2147483647/Index[0 2147483647]", &[1, 9, 0].repeat(6))),
        bomb("pdf-table-free.pdf", move || {
            table_stream("/Size 40000000/Filter/FlateDecode", &zlib_of(&[0; 6], 40_000_000))
        }),
        bomb("pdf-table-used.pdf", move || {
            table_stream("/Size 40000000/Filter/FlateDecode", &zlib_of(&[1, 0, 0, 0, 9, 0], 40_000_000))
        }),
        bomb("pdf-table-chain.pdf", || {
            let (mut file, mut last) = (b"%PDF-1.7\n".to_vec(), String::new());
            for _ in 0..60_000 {
                let at = file.len();
                file.extend(format!("xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Size 1{last}>>\n").bytes());
                last = format!("/Prev {at}");
            }
            [file, format!("startxref\n{}\n%%EOF", last.trim_start_matches("/Prev ")).into_bytes()].concat()
        }),
        bomb("pdf-repair-same.pdf", || [&b"%PDF-1.4\n"[..], &b"1 0 obj\n".repeat(1_000_000)].concat()),
        bomb("pdf-repair-objects.pdf", || format!("%PDF-1.4\n{}", repeat("{n} 0 obj<<>>endobj\n", 1_000_000))),
        bomb("pdf-repair-streams.pdf", || format!("%PDF-1.4\n{}", repeat("{n} 0 obj<</Length 9>>stream\n", 200_000))),
        bomb("pdf-repair-trailers.pdf", move || {
            [empty().without_table().0, b"trailer\n<</Root 1 0 R>>\n".repeat(200_000)].concat()
        }),
        bomb("pdf-repair-catalogues.pdf", move || {
            [empty().without_table().0, repeat("{n} 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n", 100_000).into_bytes()]
                .concat()
        }),
        bomb("pdf-object-stream.pdf", move || {
            let head = repeat("{n} 0 ", 200_000);
            let packed = zlib(format!("{head}\n1").as_bytes());
            empty()
                .with(stream(&format!("/Type/ObjStm/N 200000/First {}/Filter/FlateDecode", head.len() + 1), &packed))
                .without_table()
                .0
        }),
        bomb("pdf-object-stream-n.pdf", move || {
            empty().with(stream("/Type/ObjStm/N 2147483647/First 4/Extends 6 0 R", b"1 0 <<>>")).without_table().0
        }),
        bomb("pdf-length-circle.pdf", move || empty().instead(4, "<</Length 4 0 R>>stream\nq Q\nendstream").bytes()),
        bomb("pdf-junk-before.pdf", move || [vec![b'\n'; 60 << 20], empty().bytes()].concat()),
        bomb("pdf-encrypted-circle.pdf", move || {
            let mut file = empty().with("6 0 R");
            file.trailer.push_str("/Encrypt 6 0 R/ID[(a)(b)]");
            file.bytes()
        }),
    ]
}
