//! DRM and font obfuscation (`META-INF/encryption.xml`): fonts that are obfuscated are read, books that are encrypted
//! are refused.

use std::collections::BTreeMap;

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_container::xml::decode;
use transvase_markup::html::address::decoded;
use transvase_markup::html::{NodeId, Tree, from_xml};

use super::sha1;

/// Where encrypted files are listed (EPUB OCF 3.3, 4.2.6.3.2).
pub(super) const PATH: &str = "META-INF/encryption.xml";

/// Keys of books that Apple protects.
pub(super) const FAIRPLAY: &str = "META-INF/sinf.xml";

/// A way to obfuscate fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    /// That of the EPUB specification (EPUB OCF 3.3, 4.4).
    Idpf,
    /// That of Adobe's programs, by the UUID of the book.
    Adobe,
}

impl Method {
    fn named(algorithm: &str) -> Option<Method> {
        match algorithm {
            "http://www.idpf.org/2008/embedding" => Some(Method::Idpf),
            "http://ns.adobe.com/pdf/enc#RC" => Some(Method::Adobe),
            _ => None,
        }
    }

    /// Bytes of a file that the key is laid over.
    fn bytes(self) -> usize {
        match self {
            Method::Idpf => 1_040,
            Method::Adobe => 1_024,
        }
    }
}

/// The obfuscated files of a book.
#[derive(Debug, Default)]
pub(super) struct Encryption {
    methods: BTreeMap<String, Method>,
    idpf_key: Vec<u8>,
    adobe_key: Vec<u8>,
}

impl Encryption {
    /// Reads the list of encrypted files.
    ///
    /// # Errors
    /// `DrmProtected` where a file is encrypted rather than obfuscated, limits, `TimedOut`, `Cancelled`.
    pub fn parse(bytes: &[u8], context: &Context) -> Result<Encryption> {
        let (tree, _) = from_xml(&decode(bytes), context)?;
        let mut methods = BTreeMap::new();
        for id in tree.descendants(NodeId::DOCUMENT) {
            if tree.element(id).is_none_or(|element| element.local() != "EncryptedData") {
                continue;
            }
            let inside = |name, attribute| value(&tree, id, name, attribute);
            let (Some(algorithm), Some(uri)) =
                (inside("EncryptionMethod", "Algorithm"), inside("CipherReference", "URI"))
            else {
                continue;
            };
            let Some(method) = Method::named(&algorithm) else { return Err(protected()) };
            methods.insert(uri, method);
        }
        Ok(Encryption { methods, ..Encryption::default() })
    }

    /// Makes the keys from the identifier of the book.
    pub fn set_identifier(&mut self, identifier: &str) {
        let plain: String = identifier.chars().filter(|c| !matches!(c, ' ' | '\t' | '\r' | '\n')).collect();
        self.idpf_key = sha1::digest(plain.as_bytes()).to_vec();
        let digits: Vec<u8> = plain.rsplit(':').next().unwrap_or_default().chars().filter_map(hex).collect();
        self.adobe_key = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    }

    /// The bytes of a file as they were before they were obfuscated.
    pub fn clear(&self, name: &str, mut bytes: Vec<u8>) -> Vec<u8> {
        let Some(method) = self.methods.get(name) else { return bytes };
        let key = match method {
            Method::Idpf => &self.idpf_key,
            Method::Adobe => &self.adobe_key,
        };
        for (byte, mask) in bytes.iter_mut().take(method.bytes()).zip(key.iter().cycle()) {
            *byte ^= mask;
        }
        bytes
    }
}

/// The book is protected.
pub(super) fn protected() -> Error {
    Error::new(ErrorCode::DrmProtected, "the book is protected by DRM (digital rights management)")
}

fn hex(digit: char) -> Option<u8> {
    digit.to_digit(16).map(|digit| digit as u8)
}

fn value(tree: &Tree, top: NodeId, name: &str, attribute: &str) -> Option<String> {
    let mut elements = tree.descendants(top).filter_map(|id| tree.element(id));
    let found = elements.find(|element| element.local() == name)?;
    found.attribute(attribute).map(|value| decoded(value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(algorithm: &str) -> Vec<u8> {
        format!(
            "<encryption xmlns='urn:oasis:names:tc:opendocument:xmlns:container' xmlns:enc='urn:e'>
             <enc:EncryptedData><enc:EncryptionMethod Algorithm='{algorithm}'/>
             <enc:CipherData><enc:CipherReference URI='a%20b.otf'/></enc:CipherData></enc:EncryptedData></encryption>"
        )
        .into_bytes()
    }

    #[test]
    fn what_is_laid_over_twice_is_gone() {
        for (algorithm, bytes) in
            [("http://www.idpf.org/2008/embedding", 1_040), ("http://ns.adobe.com/pdf/enc#RC", 1_024)]
        {
            let mut encryption = Encryption::parse(&listed(algorithm), &Context::default()).unwrap();
            encryption.set_identifier(" urn:uuid:00112233-4455-6677-8899-aabbccddeeff\n");
            let file = vec![7; 2_000];
            let once = encryption.clear("a b.otf", file.clone());
            assert_eq!(once.iter().rposition(|byte| *byte != 7).unwrap() + 1, bytes, "{algorithm}");
            assert_eq!(
                (encryption.clear("a b.otf", once), encryption.clear("other", file.clone())),
                (file.clone(), file)
            );
        }
    }

    #[test]
    fn keys_are_those_of_the_specifications() {
        let mut encryption = Encryption::default();
        encryption.set_identifier("urn:uuid:00112233-4455-6677-8899-aabbccddeeff");
        let key: Vec<u8> = (0..16).map(|digit| digit << 4 | digit).collect();
        assert_eq!(encryption.adobe_key, key);
        encryption.set_identifier(" a b\tc ");
        assert_eq!(encryption.idpf_key[..4], [0xA9, 0x99, 0x3E, 0x36]);
    }

    #[test]
    fn other_encryption_is_protection() {
        let error = Encryption::parse(&listed("http://www.w3.org/2001/04/xmlenc#aes128-cbc"), &Context::default());
        assert_eq!(error.unwrap_err().code(), ErrorCode::DrmProtected);
    }
}
