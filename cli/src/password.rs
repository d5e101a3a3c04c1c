//! Passwords of inputs: from a word, from a file, or from whoever sits at the terminal.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use transvase::{CancelToken, ErrorCode};

use crate::args::{self, PasswordArgs, is_standard};
use crate::failure::Failure;

/// Passwords that are asked for before it is taken that nobody knows it.
const TRIES: u32 = 3;

/// Bytes of a line with a password, at most: what is longer is another file.
const MOST_BYTES: u64 = 4_096;

/// Refuses words by which standard input would be the password and the input at once.
pub fn check_inputs(args: &PasswordArgs, others: &[PathBuf], command: &str) {
    let is_password = args.password_file.as_deref().is_some_and(is_standard);
    if is_password && others.iter().any(|other| is_standard(other)) {
        args::usage_error_of(command, "standard input cannot be both the password and the input");
    }
}

/// The password that the words give.
///
/// # Errors
/// `NoInput` where its file cannot be read.
pub fn given(args: &PasswordArgs) -> Result<Option<String>, Failure> {
    match &args.password_file {
        None => Ok(args.password.clone()),
        Some(path) => first_line(path).map(Some).map_err(|error| Failure::reading(path, &error)),
    }
}

/// A file's first line, without what ends it.
fn first_line(path: &Path) -> io::Result<String> {
    let file: Box<dyn Read> = if is_standard(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut line = Vec::new();
    BufReader::new(file.take(MOST_BYTES)).read_until(b'\n', &mut line)?;
    text(line)
}

fn text(mut line: Vec<u8>) -> io::Result<String> {
    while line.last().is_some_and(|last| b"\r\n".contains(last)) {
        line.pop();
    }
    String::from_utf8(line).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the password is not UTF-8"))
}

/// Does `work` with the password `given`; where that is none and the input of this name needs one, with
/// what somebody types at the terminal.
///
/// # Errors
/// Those of `work`.
pub fn asking<T>(
    name: &Path,
    given: Option<&str>,
    cancel: &CancelToken,
    mut work: impl FnMut(Option<&str>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut result = work(given);
    for wanted in [ErrorCode::PasswordRequired].into_iter().chain([ErrorCode::PasswordIncorrect; TRIES as usize - 1]) {
        let is_wanted = matches!(&result, Err(Failure::Conversion(error)) if error.code() == wanted);
        if given.is_some() || !is_wanted {
            break;
        }
        let is_again = wanted == ErrorCode::PasswordIncorrect;
        let Some(typed) = terminal::ask(name, is_again, cancel) else { break };
        result = work(Some(&typed));
    }
    result
}

#[cfg(unix)]
mod terminal {
    use std::io::{IsTerminal, stderr, stdin};
    use std::os::fd::{AsFd, BorrowedFd};
    use std::path::Path;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
    use nix::unistd::read;
    use transvase::{CancelToken, PULSE};

    use crate::report::{say, say_without_end};

    /// What is typed on one line; `None` where nobody is there, or wants to.
    pub fn ask(name: &Path, is_again: bool, cancel: &CancelToken) -> Option<String> {
        if !(stdin().is_terminal() && stderr().is_terminal()) {
            return None;
        }
        let input = stdin();
        let hidden = Hidden::new(input.as_fd())?;
        match is_again {
            false => say_without_end(format_args!("Password of {}: ", name.display())),
            true => say_without_end(format_args!("That password does not open {}; again: ", name.display())),
        }
        let line = read_line(input.as_fd(), cancel);
        drop(hidden);
        say("");
        line.filter(|line| !line.is_empty())
    }

    /// A terminal that does not show what is typed.
    struct Hidden<'a> {
        terminal: BorrowedFd<'a>,
        before: Termios,
    }

    impl<'a> Hidden<'a> {
        fn new(terminal: BorrowedFd<'a>) -> Option<Self> {
            let before = tcgetattr(terminal).ok()?;
            let mut hidden = before.clone();
            hidden.local_flags.remove(LocalFlags::ECHO);
            tcsetattr(terminal, SetArg::TCSAFLUSH, &hidden).ok()?;
            Some(Hidden { terminal, before })
        }
    }

    impl Drop for Hidden<'_> {
        fn drop(&mut self) {
            // Nobody is left to tell where the terminal has gone away.
            let _ = tcsetattr(self.terminal, SetArg::TCSANOW, &self.before);
        }
    }

    /// A line, unless the wait for it is cancelled. The terminal hands lines out whole.
    fn read_line(terminal: BorrowedFd<'_>, cancel: &CancelToken) -> Option<String> {
        let pulse = PollTimeout::try_from(PULSE).unwrap_or(PollTimeout::ZERO);
        let mut line = Vec::new();
        while !cancel.is_cancelled() {
            let mut waiting = [PollFd::new(terminal, PollFlags::POLLIN)];
            // A signal ends a wait: whether it was ours is seen above.
            if !poll(&mut waiting, pulse).is_ok_and(|ready| ready > 0) {
                continue;
            }
            let mut piece = [0; 256];
            let count = read(terminal, &mut piece).ok()?;
            line.extend_from_slice(&piece[..count]);
            if count == 0 || line.ends_with(b"\n") {
                return super::text(line).ok();
            }
        }
        None
    }
}

#[cfg(not(unix))]
mod terminal {
    use std::path::Path;

    use transvase::CancelToken;

    /// Where a terminal cannot be told to hide what is typed, nobody is asked.
    pub fn ask(_name: &Path, _is_again: bool, _cancel: &CancelToken) -> Option<String> {
        None
    }
}
