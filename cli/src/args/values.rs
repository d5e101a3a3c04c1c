//! Values that shell completion offers. Any other word is taken as well: the library says what is wrong with it, and
//! what was meant.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use transvase::{FormatSpec, Limit, OptionKind, OptionSpec};

/// A parser of words with values that are offered.
#[derive(Debug, Clone)]
pub struct Offered(Vec<PossibleValue>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Formats that are read.
pub fn readable() -> Offered {
    formats(FormatSpec::is_read)
}

/// Formats that are written or made smaller.
pub fn writable() -> Offered {
    formats(|spec| spec.is_written() || spec.is_compressed())
}

/// Ids, and beside them the extension where people know the format by that.
fn formats(wanted: impl Fn(&FormatSpec) -> bool) -> Offered {
    let words = |spec: &'static FormatSpec| {
        let extension = spec.extensions.first().filter(|extension| **extension != spec.id);
        let words = std::iter::once(spec.id).chain(extension.copied());
        words.map(|word| PossibleValue::new(word).help(spec.name))
    };
    Offered(transvase::formats().filter(|spec| wanted(spec)).flat_map(words).collect())
}

/// Keys of options, with their values where they can be listed.
pub fn options() -> Offered {
    Offered(transvase::option_specs().into_iter().flat_map(pairs).collect())
}

fn pairs(spec: &'static OptionSpec) -> Vec<PossibleValue> {
    let values: &[&str] = match spec.kind {
        OptionKind::Choice(words) => words,
        OptionKind::Flag => &["true", "false"],
        _ => &[""],
    };
    values.iter().map(|value| PossibleValue::new(format!("{}={value}", spec.key)).help(spec.doc)).collect()
}

/// Keys of limits.
pub fn limits() -> Offered {
    let pair = |(limit, _, _, doc): &(Limit, _, _, &'static str)| {
        PossibleValue::new(format!("{}=", limit.key())).help(doc.trim())
    };
    Offered(Limit::ALL.iter().map(pair).collect())
}
