//! Optional content (ISO 32000-1, 8.11): layers that the document's default configuration hides.

use std::collections::BTreeSet;

use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier};

use transvase_base::context::Context;
use transvase_base::error::Result;

/// The groups that are hidden.
#[derive(Default)]
pub(super) struct OptionalContent {
    hidden: BTreeSet<ObjectIdentifier>,
}

impl OptionalContent {
    /// Reads the default configuration of a catalogue.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn of(root: &Dict<'_>, context: &Context) -> Result<OptionalContent> {
        let Some(properties) = root.get::<Dict<'_>>(b"OCProperties") else { return Ok(OptionalContent::default()) };
        let config = properties.get::<Dict<'_>>(b"D").unwrap_or_default();
        let all_off = config.get::<Name<'_>>(b"BaseState").is_some_and(|state| state.as_ref() == b"OFF");
        let mut hidden = if all_off { groups(&properties, b"OCGs", context)? } else { BTreeSet::new() };
        hidden.extend(groups(&config, b"OFF", context)?);
        for shown in groups(&config, b"ON", context)? {
            hidden.remove(&shown);
        }
        Ok(OptionalContent { hidden })
    }

    /// Whether the group or membership that `owner` names under `key` is hidden.
    pub fn hides(&self, owner: &Dict<'_>, key: &[u8]) -> bool {
        if self.hidden.is_empty() {
            return false;
        }
        let is_hidden = |id: ObjectIdentifier| self.hidden.contains(&id);
        if owner.get_ref(key).is_some_and(|group| is_hidden(group.into())) {
            return true;
        }
        let Some(membership) = owner.get::<Dict<'_>>(key) else { return false };
        let members = match membership.get::<Array<'_>>(b"OCGs") {
            Some(members) => members.raw_iter().filter_map(|member| member.as_obj_ref()).take(1_000).collect(),
            None => membership.get_ref(b"OCGs").into_iter().collect::<Vec<_>>(),
        };
        let mut states = members.into_iter().map(|member| is_hidden(member.into()));
        if states.len() == 0 {
            return false;
        }
        let policy = membership.get::<Name<'_>>(b"P");
        !match policy.as_ref().map(AsRef::as_ref) {
            Some(b"AllOn") => states.all(|hidden| !hidden),
            Some(b"AnyOff") => states.any(|hidden| hidden),
            Some(b"AllOff") => states.all(|hidden| hidden),
            _ => states.any(|hidden| !hidden),
        }
    }
}

fn groups(dict: &Dict<'_>, key: &[u8], context: &Context) -> Result<BTreeSet<ObjectIdentifier>> {
    let mut ids = BTreeSet::new();
    let list = dict.get::<Array<'_>>(key);
    for group in list.iter().flat_map(Array::raw_iter) {
        context.tick(1)?;
        ids.extend(group.as_obj_ref().map(ObjectIdentifier::from));
    }
    Ok(ids)
}
