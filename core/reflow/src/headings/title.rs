//! Title detection: the title of the document, and the line under it.

use super::outline::folded;
use super::seen::Seen;
use super::tolerances::{MAX_LINES, MIN_LETTERS};
use super::{Evidence, level_of};
use transvase_base::units::Em;
use transvase_model::flow::Role;

/// Smallest title, as a multiple of the running text's size: two steps of the usual sizes.
const TITLE_SIZE: f32 = 1.25;
/// Characters of a first page that is nothing but a title page.
const MAX_COVER: usize = 400;
/// Characters of the longest line under a title: a longer paragraph is a summary.
const MAX_SUBTITLE: usize = 150;
/// Widest gap between a title and the line under it, in sizes of the title: two blank lines.
const SUBTITLE_GAP: Em = Em(2.5);

/// Headings that open documents or excerpts without being their title, folded.
const OPENINGS: &[&str] = &[
    "contents",
    "tableofcontents",
    "abstract",
    "introduction",
    "preface",
    "foreword",
    "summary",
    "references",
    "index",
    "bibliography",
    "inhalt",
    "inhaltsverzeichnis",
    "vorwort",
    "einleitung",
    "zusammenfassung",
    "sommaire",
    "résumé",
    "avantpropos",
    "índice",
    "introducción",
    "resumen",
    "indice",
    "introduzione",
    "содержание",
    "введение",
    "目录",
    "目次",
    "目錄",
];

/// Marks the title and subtitle.
pub(super) fn mark(seen: &[Seen], evidence: Evidence, roles: &mut [Option<Role>]) {
    let Some(first) = title(seen, evidence, roles) else { return };
    let Some(look) = seen.get(first).map(|para| para.look) else { return };
    let same = |para: &&Seen| para.page == 0 && para.look == look && para.candidate && para.number.is_none();
    let lines = seen.iter().skip(first).take_while(same).count().max(1);
    roles.iter_mut().skip(first).take(lines).for_each(|role| *role = Some(Role::Title));
    // The line that goes with it stands below it, or above as an opening.
    let beside = [Some(first + lines), first.checked_sub(1)].into_iter().flatten();
    let subtitle = |at: &usize| seen.get(*at).is_some_and(|para| is_subtitle(para, *at, seen, look.points(), roles));
    let found = beside.into_iter().find(subtitle);
    if let Some(role) = found.and_then(|at| roles.get_mut(at)) {
        *role = Some(Role::Subtitle);
    }
}

/// The paragraph that is the title: the one the metadata names, or the largest of the document.
fn title(seen: &[Seen], evidence: Evidence, roles: &[Option<Role>]) -> Option<usize> {
    let named = evidence.title.map(folded).filter(|title| title.chars().count() >= MIN_LETTERS);
    let page = seen.iter().take_while(|para| para.page == 0);
    let cover = page.clone().map(|para| para.chars).sum::<usize>() < MAX_COVER;
    let head = page.take_while(|para| para.lines < MAX_LINES || para.candidate);
    let able = |(_, para): &(usize, &Seen)| {
        para.free && para.candidate && para.outlined.is_none() && para.tagged.is_none() && para.number.is_none()
    };
    let able: Vec<(usize, &Seen)> = head.enumerate().filter(able).collect();
    if let Some((at, _)) = able.iter().find(|(_, para)| Some(folded(&para.text)) == named) {
        return Some(*at);
    }
    let (at, largest) = able.iter().rev().max_by_key(|(_, para)| para.look.size)?;
    let large = largest.look.points() >= TITLE_SIZE * evidence.body_size;
    let in_upper_half = largest.height < 0.5;
    let others = seen.iter().zip(roles).filter(|(para, role)| {
        level_of(**role).is_some()
            && (para.page > 0 || para.look != largest.look)
            && para.look.size >= largest.look.size
    });
    // Where bookmarks name the headings, one of their size that they leave out is the title.
    let mut others = others.filter(|(para, _)| para.outlined.is_none() && para.tagged.is_none());
    let opening = OPENINGS.contains(&folded(&largest.text).as_str());
    (large && in_upper_half && !opening && (cover || others.next().is_none())).then_some(*at)
}

/// Whether a paragraph is the line under the title: set off like nothing else in the document.
fn is_subtitle(para: &Seen, at: usize, seen: &[Seen], title: f32, roles: &[Option<Role>]) -> bool {
    let is_heading = |at: usize| roles.get(at).is_some_and(|role| level_of(*role).is_some());
    let own = para.look;
    let other_look = |para: &Seen| para.look != own;
    let alone = || seen.iter().enumerate().all(|(other, para)| other == at || other_look(para) || !is_heading(other));
    para.page == 0
        && para.candidate
        && para.outlined.is_none()
        && para.tagged.is_none()
        && para.number.is_none()
        && para.chars <= MAX_SUBTITLE
        && para.look.points() < title
        && (at == 0 || para.above < SUBTITLE_GAP * title)
        && is_heading(at)
        && alone()
}
