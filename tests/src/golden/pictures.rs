//! Reference images: pages as our own renderer draws them, which is the same on every machine.
//!
//! Where one differs, `target/golden/index.html` shows what is written down, what came out, and the difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use image::RgbImage;
use transvase::{Converter, Format, Result};

use super::ledger::{accepts, folder, settle_strays};
use crate::root;

/// One pixel a point: letters can be told, and a page takes a few kilobytes.
const DPI: &str = "72";

/// The first page of a document as a small PNG; `hint` as for [`Converter::hint`].
///
/// # Errors
/// As the conversion.
pub fn first_page(bytes: &[u8], hint: Option<Format>) -> Result<Vec<u8>> {
    let drawn = Converter::new(Format::PNG).hint(hint).option("dpi", DPI).option("pages", "1").convert(bytes)?.bytes;
    Ok(Converter::new(Format::PNG).option("lossless", "true").convert(&drawn)?.bytes)
}

/// The folder of reference images while a test goes over its documents.
pub struct Gallery {
    wrong: String,
    shown: String,
    seen: BTreeSet<PathBuf>,
}

impl Gallery {
    /// The folder, which need not be there yet.
    ///
    /// # Panics
    /// Where a folder cannot be made.
    pub fn open() -> Gallery {
        fs::create_dir_all(folder().join("pictures")).expect("the folder can be made");
        let _ = fs::remove_dir_all(shop());
        Gallery { wrong: String::new(), shown: String::new(), seen: BTreeSet::new() }
    }

    /// Holds a picture against the one that is written down under this name, pixel by pixel.
    ///
    /// # Panics
    /// Where a file cannot be written.
    pub fn hold(&mut self, name: &str, now: &[u8]) {
        let path = folder().join("pictures").join(format!("{name}.png"));
        self.seen.insert(path.clone());
        let before = fs::read(&path).unwrap_or_default();
        let (old, new) = (pixels(&before), pixels(now));
        if old == new {
            return;
        }
        if accepts() {
            fs::write(&path, now).expect("the file can be written");
            return;
        }
        let _ = writeln!(self.wrong, "{name}");
        self.show(name, &before, now, &apart(&old, &new));
    }

    /// Adds a row to the page of differences.
    fn show(&mut self, name: &str, before: &[u8], now: &[u8], apart: &RgbImage) {
        fs::create_dir_all(shop()).expect("the folder can be made");
        for (what, bytes) in [("before", before), ("now", now)] {
            fs::write(shop().join(format!("{name}.{what}.png")), bytes).expect("the file can be written");
        }
        apart.save(shop().join(format!("{name}.apart.png"))).expect("the file can be written");
        let row = ["before", "now", "apart"].map(|what| format!("<img src=\"{name}.{what}.png\" alt=\"{what}\">"));
        let _ = writeln!(self.shown, "<h2>{name}</h2><p>{}</p>", row.join(" "));
        let page = format!("<!DOCTYPE html><meta charset=\"utf-8\"><title>Pages that differ</title>\n{}", self.shown);
        fs::write(shop().join("index.html"), page).expect("the file can be written");
    }

    /// Fails where a picture differed, or where one is there whose document is not.
    ///
    /// # Panics
    /// In these cases: that is how a test fails.
    pub fn close(self) {
        settle_strays(&folder().join("pictures"), &self.seen);
        let (page, wrong) = (shop().join("index.html"), self.wrong);
        assert!(
            wrong.is_empty(),
            "pages look otherwise, see {}; cargo xtask golden --accept writes them down:\n{wrong}",
            page.display()
        );
    }
}

/// Where differences are shown.
fn shop() -> PathBuf {
    root().join("target/golden")
}

fn pixels(png: &[u8]) -> RgbImage {
    image::load_from_memory(png).map(image::DynamicImage::into_rgb8).unwrap_or_default()
}

/// Black where two pictures are the same, the difference of their colours elsewhere.
fn apart(old: &RgbImage, new: &RgbImage) -> RgbImage {
    let (width, height) = (old.width().max(new.width()), old.height().max(new.height()));
    RgbImage::from_fn(width, height, |x, y| {
        let at = |image: &RgbImage| image.get_pixel_checked(x, y).map_or([255; 3], |pixel| pixel.0);
        let (a, b) = (at(old), at(new));
        image::Rgb([0, 1, 2].map(|channel| a[channel].abs_diff(b[channel])))
    })
}
