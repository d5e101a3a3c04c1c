//! Files of which nothing but what is attached is encrypted (ISO 32000-1, 7.6.5, `EFF`), and locks of other kinds.

use super::{one_page, read, text};
use transvase_base::error::ErrorCode;

/// A page with an encryption dictionary.
fn locked(entries: &str) -> Vec<u8> {
    let file = one_page("BT /F1 9 Tf (seen) Tj ET", "", "", &[format!("<<{entries}>>").into_bytes()]);
    let at = file.windows(6).rposition(|bytes| bytes == b"/Root ").unwrap();
    [&file[..at], b"/Encrypt 5 0 R /ID [<00> <00>] ", &file[at..]].concat()
}

const KEYS: &str = "/V 4 /R 4 /Length 128 /P -4 /O (0123456789abcdef0123456789abcdef) \
    /U (0123456789abcdef0123456789abcdef) /CF <</StdCF <</CFM /AESV2 /AuthEvent /EFOpen /Length 16>>>>";

#[test]
fn a_file_whose_attachments_alone_are_encrypted_needs_no_password() {
    let file = locked(&format!("/Filter /Standard {KEYS} /StmF /Identity /StrF /Identity /EFF /StdCF"));
    assert_eq!(text(&read(&file).unwrap()), "seen");
}

#[test]
fn a_locked_file_is_not_called_damaged() {
    let locked_by = |filter: &str| {
        let file = locked(&format!("/Filter /{filter} {KEYS} /StmF /StdCF /StrF /StdCF"));
        read(&file).unwrap_err().code()
    };
    assert_eq!(locked_by("Standard"), ErrorCode::PasswordRequired);
    assert_eq!(locked_by("Adobe.PubSec"), ErrorCode::DrmProtected);
}
