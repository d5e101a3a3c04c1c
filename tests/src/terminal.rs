//! A terminal for a program under test, made by `script` of util-linux.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::c_library::has;

/// What a program showed on its terminal, and its exit status.
#[derive(Debug)]
pub struct Shown {
    /// Everything it wrote.
    pub text: String,
    /// Its exit status.
    pub status: Option<i32>,
}

/// Runs `words` on a terminal in `folder`, and types `line` once `prompt` is shown. `None`, said aloud,
/// where there is no terminal to be had.
///
/// # Panics
/// Where `script` cannot be used.
pub fn run(folder: &Path, words: &[&str], prompt: &str, line: &str) -> Option<Shown> {
    if !has("script", "tests at a terminal") {
        return None;
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &quoted.join(" "), "/dev/null"]).current_dir(folder);
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("script starts");
    let mut keyboard = child.stdin.take().expect("it is piped");
    let mut screen = child.stdout.take().expect("it is piped");
    let (mut text, mut piece, mut typed) = (String::new(), [0; 1024], false);
    while let Ok(count @ 1..) = screen.read(&mut piece) {
        text.push_str(&String::from_utf8_lossy(&piece[..count]));
        if !typed && text.contains(prompt) {
            typed = true;
            keyboard.write_all(format!("{line}\n").as_bytes()).expect("it is read");
        }
    }
    let status = child.wait().expect("it ends").code();
    Some(Shown { text, status })
}
