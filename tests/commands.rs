//! The tests of `commands/`: a command line, what it is given, and what comes of it, in one small file each.
//!
//! ```text
//! What it shows, in a sentence.
//! % convert - - --from md --to docx
//! % convert - - --from docx --to txt
//! Input, which the first command reads and the next ones from the one before,
//! ^D
//! and output, with
//! ...
//! for any lines.
//! 2> Lines of standard error, where `...` ends one that may go on in any way.
//! => 5
//! ```
//!
//! Without the last line the status is 0. A command that fails is the last that runs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use transvase_tests::cli::{binary, command, scratch};
use transvase_tests::{files_below, root};

/// What a file of `commands/` says.
#[derive(Debug, Default, PartialEq)]
struct Case {
    commands: Vec<String>,
    input: String,
    output: Vec<String>,
    errors: Vec<String>,
    status: i32,
}

impl Case {
    fn parse(text: &str) -> Case {
        let mut case = Case::default();
        let mut lines = text.lines().skip_while(|line| !line.starts_with("% ")).peekable();
        while let Some(command) = lines.peek().and_then(|line| line.strip_prefix("% ")) {
            case.commands.push(command.to_owned());
            lines.next();
        }
        for line in lines.by_ref().take_while(|line| *line != "^D") {
            case.input.push_str(line);
            case.input.push('\n');
        }
        for line in lines {
            if let Some(error) = line.strip_prefix("2> ") {
                case.errors.push(error.to_owned());
            } else if let Some(status) = line.strip_prefix("=> ") {
                case.status = status.parse().expect("a status is a number");
            } else {
                case.output.push(line.to_owned());
            }
        }
        case
    }

    /// What is not as the file says; empty where all is.
    fn run(&self, binary: &Path, folder: &Path) -> String {
        let mut bytes = self.input.clone().into_bytes();
        let (mut errors, mut status) = (String::new(), 0);
        for command in &self.commands {
            let output = piped(binary, folder, command, &bytes);
            errors.push_str(&String::from_utf8_lossy(&output.stderr));
            bytes = output.stdout;
            status = output.status.code().unwrap_or(-1);
            if status != 0 {
                break;
            }
        }
        let mut wrong = String::new();
        let output = String::from_utf8_lossy(&bytes);
        for (what, said, came) in [("output", &self.output, &*output), ("standard error", &self.errors, &errors)] {
            let came: Vec<&str> = came.lines().collect();
            if !fits(said, &came) {
                let _ = writeln!(wrong, "{what} should be\n{}\nand is\n{}", said.join("\n"), came.join("\n"));
            }
        }
        if status != self.status {
            let _ = writeln!(wrong, "the status should be {} and is {status}", self.status);
        }
        wrong
    }
}

fn piped(binary: &Path, folder: &Path, words: &str, input: &[u8]) -> std::process::Output {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut command = command(binary, folder, &words);
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().expect("the command line starts");
    // One that fails at its words does not read to the end.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    child.wait_with_output().expect("the command line ends")
}

/// Whether lines are the expected ones: `...` is any number of them, and at the end of one any letters.
fn fits(said: &[String], came: &[&str]) -> bool {
    match (said.split_first(), came.split_first()) {
        (None, _) => came.is_empty(),
        (Some((any, rest)), _) if any == "..." => (0..=came.len()).any(|skipped| fits(rest, &came[skipped..])),
        (Some((line, said)), Some((now, came))) => {
            let same = line.strip_suffix("...").map_or(line == now, |start| now.starts_with(start));
            same && fits(said, came)
        }
        (Some(_), None) => false,
    }
}

#[test]
fn commands_do_what_their_files_say() {
    let Some(binary) = binary("the tests of commands") else { return };
    let (files, folder) = (files_below(&root().join("tests/commands")), scratch("commands"));
    assert!(files.len() >= 40, "there are {} files", files.len());
    let mut wrong = String::new();
    for file in files {
        let case = Case::parse(&std::fs::read_to_string(&file).expect("the file can be read"));
        assert!(!case.commands.is_empty(), "{} has no command", file.display());
        let fault = case.run(&binary, &folder);
        if !fault.is_empty() {
            let _ = writeln!(wrong, "{}: {fault}", file.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_file_is_a_sentence_commands_input_and_output() {
    let case = Case::parse("What.\n% a b\n% c\nin\n\n^D\nout\n2> said\n=> 3\n");
    let expected = Case {
        commands: vec!["a b".into(), "c".into()],
        input: "in\n\n".into(),
        output: vec!["out".into()],
        errors: vec!["said".into()],
        status: 3,
    };
    assert_eq!(case, expected);
    let said = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    assert!(fits(&said(&["...", "b", "c..."]), &["a", "b", "cd"]));
    assert!(!fits(&said(&["a"]), &["a", "b"]));
}
