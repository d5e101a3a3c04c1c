//! Ciphers of the standard security handler: RC4 and AES in chained blocks by the keys of objects, and the entries of
//! revision 6.

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes256};
use sha2::{Digest, Sha256, Sha384, Sha512};

use super::super::object::{Dictionary, Object};
use crate::read::crypt::Method;
use crate::read::crypt::cipher::{md5, object_key, rc4};

/// Bytes of a block of AES.
const BLOCK: usize = 16;

/// What is enciphered as part of object `number`, generation 0.
pub(super) fn encipher(method: Method, key: &[u8], number: u32, plain: &[u8]) -> Vec<u8> {
    match method {
        Method::None => plain.to_vec(),
        Method::Rc4 => rc4(&object_key(key, number, 0, b""), plain),
        Method::Aes128 => {
            let own = object_key(key, number, 0, b"sAlT");
            Aes128::new_from_slice(&own).map_or_else(|_| plain.to_vec(), |cipher| padded(&cipher, &own, plain))
        }
        Method::Aes256 => {
            let number = number.to_le_bytes();
            let seed = [key, &number].concat();
            Aes256::new_from_slice(key).map_or_else(|_| plain.to_vec(), |cipher| padded(&cipher, &seed, plain))
        }
    }
}

/// Chained blocks behind the one that begins the chain, the last filled up with its own length (7.6.3.1). What begins
/// the chain is a hash of what is enciphered, so that equal beginnings are equal only where all is.
fn padded(
    cipher: &impl BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16>,
    seed: &[u8],
    plain: &[u8],
) -> Vec<u8> {
    let first = md5(&[seed, &Sha256::digest(plain)].concat());
    let filling = BLOCK - plain.len() % BLOCK;
    let mut out = first.to_vec();
    out.extend_from_slice(plain);
    out.extend(std::iter::repeat_n(filling as u8, filling));
    chain(cipher, first, &mut out[BLOCK..]);
    out
}

/// Enciphers whole blocks in place.
fn chain(
    cipher: &impl BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16>,
    mut last: [u8; BLOCK],
    data: &mut [u8],
) {
    let (blocks, _) = data.as_chunks_mut::<BLOCK>();
    for block in blocks {
        block.iter_mut().zip(last).for_each(|(byte, last)| *byte ^= last);
        let mut enciphered = (*block).into();
        cipher.encrypt_block(&mut enciphered);
        *block = enciphered.into();
        last = *block;
    }
}

/// The entries of revisions 5 and 6 (7.6.4.4): a hash of each password and the key of the file enciphered by it.
pub(super) struct Unicode {
    revision: u8,
    /// Hash, the salt it was made with, and the salt of the key.
    user: Vec<u8>,
    owner: Vec<u8>,
    user_key: Vec<u8>,
    owner_key: Vec<u8>,
    permissions: Vec<u8>,
}

/// Bytes of a password that count.
const PASSWORD_LEN: usize = 127;

/// Bytes of a hash, of a salt, and of both salts behind a hash.
const HASH: usize = 32;
const SALT: usize = 8;
const HASH_AND_SALTS: usize = HASH + 2 * SALT;

impl Unicode {
    /// The entries of a dictionary; `None` where some are missing.
    pub fn of(entries: &Dictionary) -> Option<Unicode> {
        let text = |key: &str, len: usize| Some(entries.get(key).as_string()?.get(..len)?.to_vec());
        Some(Unicode {
            revision: entries.get("R").as_integer()?.try_into().ok()?,
            user: text("U", HASH_AND_SALTS)?,
            owner: text("O", HASH_AND_SALTS)?,
            user_key: text("UE", HASH)?,
            owner_key: text("OE", HASH)?,
            permissions: Vec::new(),
        })
    }

    /// The key of the file as a password opens it, be it the user's or the owner's (algorithm 2.A).
    pub fn key(&self, password: &[u8]) -> Option<Vec<u8>> {
        let sides = [(&self.user, &[][..], &self.user_key), (&self.owner, &self.user[..], &self.owner_key)];
        sides.into_iter().find_map(|(entry, with, key)| {
            let (hash, salts) = entry.split_at_checked(HASH)?;
            let (salt, key_salt) = salts.split_at_checked(SALT)?;
            (self.hash(password, salt, with) == hash).then(|| opened(&self.hash(password, key_salt, with), key))
        })?
    }

    /// Entries for new passwords, and the key of the file (algorithms 8 to 10).
    pub fn new(user: &[u8], owner: &[u8], permissions: i32, seed: &[u8]) -> (Unicode, Vec<u8>) {
        let made = |what: &[u8]| Sha256::digest([what, &Sha256::digest(user), &Sha256::digest(owner), seed].concat());
        let key = made(b"key").to_vec();
        let mut entries = Unicode {
            revision: 6,
            user: Vec::new(),
            owner: Vec::new(),
            user_key: Vec::new(),
            owner_key: Vec::new(),
            permissions: enciphered_permissions(permissions, &key, &made(b"permissions")),
        };
        (entries.user, entries.user_key) = entries.side(user, &made(b"user"), &[], &key);
        (entries.owner, entries.owner_key) = entries.side(owner, &made(b"owner"), &entries.user.clone(), &key);
        (entries, key)
    }

    fn side(&self, password: &[u8], salts: &[u8], with: &[u8], key: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let (salt, key_salt) = salts[..2 * SALT].split_at(SALT);
        let entry = [&self.hash(password, salt, with)[..], salt, key_salt].concat();
        let mut enciphered = key.to_vec();
        if let Ok(cipher) = Aes256::new_from_slice(&self.hash(password, key_salt, with)) {
            chain(&cipher, [0; BLOCK], &mut enciphered);
        }
        (entry, enciphered)
    }

    /// Writes the entries into a dictionary.
    pub fn write(&self, entries: &mut Dictionary) {
        let texts = [
            ("U", &self.user),
            ("O", &self.owner),
            ("UE", &self.user_key),
            ("OE", &self.owner_key),
            ("Perms", &self.permissions),
        ];
        texts.into_iter().for_each(|(key, text)| entries.set(key, Object::String(text.clone())));
    }

    /// The hash of a password (algorithm 2.B); that of revision 5 is its first step. Readers cut passwords off where they
    /// count no more (algorithm 2.A, step b), so one that counted as a whole would open nothing.
    fn hash(&self, password: &[u8], salt: &[u8], with: &[u8]) -> Vec<u8> {
        let password = password.get(..PASSWORD_LEN).unwrap_or(password);
        let mut hash = Sha256::digest([password, salt, with].concat()).to_vec();
        if self.revision < 6 {
            return hash;
        }
        for round in 0_u32.. {
            let mut data = [password, &hash, with].concat().repeat(64);
            let (key, first) = (&hash[..BLOCK], hash[BLOCK..2 * BLOCK].try_into().unwrap_or_default());
            if let Ok(cipher) = Aes128::new_from_slice(key) {
                chain(&cipher, first, &mut data);
            }
            let kind = data[..BLOCK].iter().map(|byte| u32::from(*byte)).sum::<u32>() % 3;
            hash = match kind {
                0 => Sha256::digest(&data).to_vec(),
                1 => Sha384::digest(&data).to_vec(),
                _ => Sha512::digest(&data).to_vec(),
            };
            let last = data.last().map_or(0, |last| u32::from(*last));
            if round >= 63 && last <= round - 31 {
                break;
            }
        }
        hash.truncate(HASH);
        hash
    }
}

/// The key of a file, enciphered by that of a password in two blocks without filling.
fn opened(key: &[u8], enciphered: &[u8]) -> Option<Vec<u8>> {
    let cipher = Aes256::new_from_slice(key).ok()?;
    let (mut plain, mut last) = (Vec::new(), [0; BLOCK]);
    for block in enciphered.as_chunks::<BLOCK>().0 {
        let mut deciphered = (*block).into();
        cipher.decrypt_block(&mut deciphered);
        plain.extend(deciphered.iter().zip(last).map(|(byte, last)| byte ^ last));
        last = *block;
    }
    Some(plain)
}

/// The permissions, enciphered so that they cannot be changed (algorithm 10).
fn enciphered_permissions(permissions: i32, key: &[u8], filling: &[u8]) -> Vec<u8> {
    let mut block = [0xFF; BLOCK];
    block[..4].copy_from_slice(&permissions.to_le_bytes());
    block[8..12].copy_from_slice(b"Tadb");
    block[12..].copy_from_slice(&filling[..4]);
    if let Ok(cipher) = Aes256::new_from_slice(key) {
        chain(&cipher, [0; BLOCK], &mut block);
    }
    block.to_vec()
}
