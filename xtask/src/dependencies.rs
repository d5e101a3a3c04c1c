//! Licences, bans and sources of everything linked, by the rules of `deny.toml`. `cargo deny` checks
//! the same file where it is installed; this check needs nothing but cargo.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;
use toml::Table;

use crate::commands::{self, cargo, has_cargo, root};
use crate::spdx;
use crate::steps::Tally;

/// Holds every package of the lock file against `deny.toml`.
pub fn check() -> Result<Tally, String> {
    let rules = Rules::read()?;
    let packages = packages()?;
    let mut findings: Vec<String> = packages.iter().flat_map(|package| rules.findings(package)).collect();
    findings.extend(rules.twins(&linked_twice()?));
    if !findings.is_empty() {
        return Err(findings.join("\n"));
    }
    println!("   {} packages", packages.len());
    if has_cargo("deny") {
        commands::run(&mut cargo(&["deny", "--offline", "check", "licenses", "bans", "sources"]))?;
    }
    let mut tally = Tally::pass();
    tally.add(advisories()?);
    Ok(tally)
}

/// Holds the lock file against the advisories that are known, where `cargo deny` and a copy of their database are at
/// hand: nothing is fetched.
fn advisories() -> Result<Tally, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let is_there = home.is_some_and(|home| home.join("advisory-dbs").is_dir());
    if !has_cargo("deny") || !is_there {
        return Ok(Tally::skip("advisories: cargo-deny or its database (cargo deny fetch) is not at hand"));
    }
    commands::run(&mut cargo(&["deny", "--offline", "check", "advisories"]))?;
    Ok(Tally::pass())
}

/// What is looked at of a package.
#[derive(Debug, Default)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// `None` for the packages of this workspace.
    source: Option<String>,
}

fn packages() -> Result<Vec<Package>, String> {
    let output = cargo(&["metadata", "--quiet", "--format-version", "1", "--locked", "--all-features"])
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    Ok(packages
        .iter()
        .map(|package| Package {
            name: text(&package["name"]).unwrap_or_default(),
            version: text(&package["version"]).unwrap_or_default(),
            licence: text(&package["license"]),
            source: text(&package["source"]),
        })
        .collect())
}

/// The crates that the core links in several versions.
fn linked_twice() -> Result<BTreeSet<String>, String> {
    let words = ["tree", "--quiet", "--locked", "--package", "transvase", "--edges", "normal", "--duplicates"];
    let output = cargo(&words).args(["--depth", "0", "--prefix", "none"]).output();
    let output = output.map_err(|error| format!("cargo tree: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
}

/// The rules of `deny.toml` that are checked here.
#[derive(Debug, Default)]
struct Rules {
    licences: Vec<String>,
    /// Packages with the licences that are allowed for them alone.
    exceptions: Vec<(String, Vec<String>)>,
    banned: Vec<String>,
    registries: Vec<String>,
    /// Crates that may be there in several versions.
    twins: BTreeSet<String>,
}

impl Rules {
    fn read() -> Result<Self, String> {
        let path = root().join("deny.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let table: Table = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
        let list = |section: &str, key: &str| table.get(section)?.get(key)?.as_array().cloned();
        let words = |values: Option<Vec<toml::Value>>| {
            let values = values.unwrap_or_default();
            values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        let banned = list("bans", "deny").unwrap_or_default();
        let exceptions = list("licenses", "exceptions").unwrap_or_default();
        let exception = |row: &toml::Value| {
            let crate_name = row.get("crate")?.as_str()?.to_owned();
            Some((crate_name, words(row.get("allow")?.as_array().cloned())))
        };
        Ok(Rules {
            licences: words(list("licenses", "allow")),
            exceptions: exceptions.iter().filter_map(exception).collect(),
            banned: names(&banned).collect(),
            registries: words(list("sources", "allow-registry")),
            twins: names(&list("bans", "skip").unwrap_or_default()).collect(),
        })
    }

    /// Crates that are there twice and not named, and those that are named and are not.
    fn twins(&self, linked: &BTreeSet<String>) -> Vec<String> {
        let more =
            linked.difference(&self.twins).map(|name| format!("{name}: linked in several versions, see [bans] skip"));
        let fewer =
            self.twins.difference(linked).map(|name| format!("{name}: linked once, to be taken off [bans] skip"));
        more.chain(fewer).collect()
    }

    /// What is wrong with a package, one line each.
    fn findings(&self, package: &Package) -> Vec<String> {
        let mut findings = Vec::new();
        let name = format!("{} {}", package.name, package.version);
        let own = self.exceptions.iter().filter(|(name, _)| *name == package.name).flat_map(|(_, allowed)| allowed);
        let allowed = |licence: &str| self.licences.iter().chain(own.clone()).any(|known| known == licence);
        let licence = package.licence.as_deref().unwrap_or_default();
        if !spdx::is_allowed(licence, &allowed) {
            findings.push(format!("{name}: the licence {licence:?} is not allowed"));
        }
        if self.banned.contains(&package.name) {
            findings.push(format!("{name}: banned"));
        }
        let known = |source: &str| self.registries.iter().any(|registry| source == format!("registry+{registry}"));
        if package.source.as_deref().is_some_and(|source| !known(source)) {
            findings.push(format!("{name}: comes from {}", package.source.as_deref().unwrap_or_default()));
        }
        findings
    }
}

fn names(rows: &[toml::Value]) -> impl Iterator<Item = String> {
    rows.iter().filter_map(|row| row.get("name")?.as_str().map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_named_and_no_others() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let rules = Rules { twins: set(&["a", "b"]), ..Rules::default() };
        assert!(rules.twins(&set(&["a", "b"])).is_empty());
        let findings = rules.twins(&set(&["b", "c"]));
        assert!(findings[0].starts_with("c: linked in several") && findings[1].starts_with("a: linked once"));
    }

    #[test]
    fn each_rule_finds_its_breach() {
        let rules = Rules {
            licences: vec!["MIT".into()],
            exceptions: vec![("tool".into(), vec!["MPL-2.0".into()])],
            banned: vec!["evil".into()],
            registries: vec!["r".into()],
            twins: BTreeSet::new(),
        };
        let package = |name: &str, licence: Option<&str>, source: Option<&str>| Package {
            name: name.into(),
            version: "1.0.0".into(),
            licence: licence.map(str::to_owned),
            source: source.map(str::to_owned),
        };
        assert!(rules.findings(&package("good", Some("MIT"), Some("registry+r"))).is_empty());
        assert!(rules.findings(&package("own", Some("MIT"), None)).is_empty());
        assert!(rules.findings(&package("tool", Some("MPL-2.0"), Some("registry+r"))).is_empty());
        assert_eq!(rules.findings(&package("other", Some("MPL-2.0"), Some("registry+r"))).len(), 1);
        assert_eq!(rules.findings(&package("bare", None, None)).len(), 1);
        assert_eq!(rules.findings(&package("evil", Some("MIT"), None)).len(), 1);
        assert_eq!(rules.findings(&package("git", Some("MIT"), Some("git+https://x"))).len(), 1);
    }
}
