//! Affine transforms of pages: everything on them turned, shifted, larger or smaller.

use std::sync::Arc;

use super::{Destination, GlyphRun, Item, LinkTarget, Page, Pages, Path, PlacedImage};
use transvase_base::units::Affine;

impl Pages {
    /// Maps the pages for which there is a map, with the places that links and bookmarks name on them. Angles are kept:
    /// maps turn, shift and scale. The size of a page is left to the caller.
    pub fn map(&mut self, maps: &[Option<Affine>]) {
        for (page, map) in self.pages.iter_mut().zip(maps) {
            map.iter().for_each(|map| page.map(map));
        }
        for destination in self.destinations() {
            if let Some(map) = maps.get(destination.page).copied().flatten() {
                destination.at = map.apply(destination.at);
            }
        }
    }

    fn destinations(&mut self) -> impl Iterator<Item = &mut Destination> {
        let links = self.pages.iter_mut().flat_map(|page| &mut page.links);
        let inner = links.filter_map(|link| match &mut link.target {
            LinkTarget::Internal(destination) => Some(destination),
            LinkTarget::External(_) => None,
        });
        inner.chain(self.outline.iter_mut().filter_map(|item| item.target.as_mut()))
    }
}

impl Page {
    fn map(&mut self, map: &Affine) {
        let scale = map.determinant().abs().sqrt();
        for item in &mut self.items {
            match item {
                Item::Glyphs(run) => run.map(map, scale),
                Item::Path(path) => path.map(map, scale),
                Item::Image(image) => image.map(map),
            }
        }
        let links = self.links.iter_mut().flat_map(|link| &mut link.areas);
        let comments = self.comments.iter_mut().flat_map(|comment| &mut comment.areas);
        for area in links.chain(comments).chain(self.controls.iter_mut().map(|control| &mut control.area)) {
            *area = map.apply_rect(area);
        }
    }
}

impl GlyphRun {
    fn map(&mut self, map: &Affine, scale: f32) {
        let Affine { a, b, c, d, e, f } = self.transform.then(map);
        // Its directions are unit vectors.
        self.transform = Affine { a: a / scale, b: b / scale, c: c / scale, d: d / scale, e, f };
        self.size *= scale;
        for glyph in &mut self.glyphs {
            (glyph.x, glyph.y, glyph.advance) = (glyph.x * scale, glyph.y * scale, glyph.advance * scale);
        }
    }
}

impl Path {
    fn map(&mut self, map: &Affine, scale: f32) {
        self.segments.iter_mut().for_each(|segment| *segment = segment.map(|p| map.apply(p)));
        self.clip = self.clip.map(|clip| map.apply_rect(&clip));
        self.gradient = self.gradient.take().map(|gradient| Arc::new(gradient.map(|p| map.apply(p), scale)));
        if let Some(stroke) = &mut self.stroke {
            stroke.width *= scale;
        }
    }
}

impl PlacedImage {
    fn map(&mut self, map: &Affine) {
        self.transform = self.transform.then(map);
        self.clip = self.clip.map(|clip| map.apply_rect(&clip));
        if let Some(window) = &mut self.window {
            let window = Arc::make_mut(window);
            window.segments.iter_mut().for_each(|segment| *segment = segment.map(|p| map.apply(p)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient::{Axis, Gradient};
    use crate::pages::{Color, Glyph, OutlineItem, Segment, Stroke, TextPaint};
    use transvase_base::units::{Point, Rect};

    fn run() -> GlyphRun {
        GlyphRun {
            font: 0,
            size: 20.0,
            stretch: 1.0,
            color: Color::BLACK,
            transform: Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 100.0, f: 40.0 },
            text: "a".into(),
            glyphs: vec![Glyph { id: 1, x: 8.0, y: 2.0, advance: 10.0, text: (0..1).into() }],
            paint: TextPaint::Fill,
            artifact: false,
            node: None,
            hidden: Vec::new(),
        }
    }

    #[test]
    fn a_page_half_as_large_has_all_of_it_half_as_large() {
        let at = |x: f32, y: f32| Point { x, y };
        let color = Color::BLACK;
        let path = Path {
            segments: vec![Segment::Move(at(10.0, 20.0)), Segment::Line(at(30.0, 40.0))],
            gradient: Some(Arc::new(Gradient {
                axis: Axis::Circles([(at(4.0, 4.0), 2.0), (at(8.0, 8.0), 6.0)]),
                stops: Vec::new(),
            })),
            stroke: Some(Stroke { width: 4.0, color, opacity: 1.0, dashed: false }),
            clip: Some(Rect { left: 0.0, top: 2.0, right: 20.0, bottom: 60.0 }),
            ..Path::default()
        };
        let page = Page { items: vec![Item::Glyphs(run()), Item::Path(path)], ..Page::default() };
        let target = Some(Destination { page: 0, at: at(50.0, 70.0) });
        let outline = vec![OutlineItem { level: 1, title: "a".into(), target }];
        let mut pages = Pages { pages: vec![page], outline, ..Pages::default() };
        pages.map(&[Some(Affine::scale(0.5, 0.5))]);
        let [Item::Glyphs(run), Item::Path(path)] = pages.pages[0].items.as_slice() else { panic!("two items") };
        assert_eq!(run.transform, Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 50.0, f: 20.0 });
        assert_eq!((run.size, run.glyphs[0].x, run.glyphs[0].y, run.glyphs[0].advance), (10.0, 4.0, 1.0, 5.0));
        assert_eq!(path.segments, [Segment::Move(at(5.0, 10.0)), Segment::Line(at(15.0, 20.0))]);
        assert_eq!(path.stroke.map(|stroke| stroke.width), Some(2.0));
        assert_eq!(path.clip, Some(Rect { left: 0.0, top: 1.0, right: 10.0, bottom: 30.0 }));
        let axis = path.gradient.as_ref().map(|gradient| gradient.axis);
        assert_eq!(axis, Some(Axis::Circles([(at(2.0, 2.0), 1.0), (at(4.0, 4.0), 3.0)])));
        assert_eq!(pages.outline[0].target.map(|target| target.at), Some(at(25.0, 35.0)));
    }

    #[test]
    fn a_turned_page_has_what_its_paths_are_clipped_to_turned() {
        let clip = Some(Rect { left: 10.0, top: 0.0, right: 30.0, bottom: 5.0 });
        let page = Page { items: vec![Item::Path(Path { clip, ..Path::default() })], ..Page::default() };
        let mut pages = Pages { pages: vec![page], ..Pages::default() };
        // A quarter turn to the right of a page 100 high.
        pages.map(&[Some(Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: 100.0, f: 0.0 })]);
        let Item::Path(path) = &pages.pages[0].items[0] else { panic!("a path") };
        assert_eq!(path.clip, Some(Rect { left: 95.0, top: 10.0, right: 100.0, bottom: 30.0 }));
    }
}
