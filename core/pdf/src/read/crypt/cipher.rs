//! Ciphers and hashes of password encryption: MD5, RC4, and AES in chained blocks.

use aes::Aes128;
use aes::cipher::{BlockCipherDecrypt, KeyInit};
use hayro_syntax::object::ObjectIdentifier;
use md5::{Digest, Md5};

use super::{Method, PASSWORD_LEN};

/// What fills up short passwords (ISO 32000-1, algorithm 2, step a).
const PADDING: [u8; PASSWORD_LEN] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08, 0x2E, 0x2E, 0x00,
    0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];
/// Bytes of a block, and of the keys of objects at most.
const BLOCK: usize = 16;

/// A password as long as the standard has it.
pub(super) fn pad(password: &[u8]) -> [u8; PASSWORD_LEN] {
    let mut padded = PADDING;
    let len = password.len().min(PASSWORD_LEN);
    padded[len..].copy_from_slice(&PADDING[..PASSWORD_LEN - len]);
    padded[..len].copy_from_slice(&password[..len]);
    padded
}

/// The MD5 hash.
pub(crate) fn md5(bytes: &[u8]) -> [u8; BLOCK] {
    Md5::digest(bytes).into()
}

/// RC4, which enciphers and deciphers alike.
pub(crate) fn rc4(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut state: Vec<u8> = (0..=u8::MAX).collect();
    let mut j = 0_u8;
    for (i, key) in (0..state.len()).zip(key.iter().cycle()) {
        j = j.wrapping_add(state[i]).wrapping_add(*key);
        state.swap(i, j.into());
    }
    let (mut i, mut j) = (0_u8, 0_u8);
    let next = |byte: &u8| {
        i = i.wrapping_add(1);
        j = j.wrapping_add(state[usize::from(i)]);
        state.swap(i.into(), j.into());
        byte ^ state[usize::from(state[usize::from(i)].wrapping_add(state[usize::from(j)]))]
    };
    data.iter().map(next).collect()
}

/// RC4 again and again, each byte of the key changed by the number of the round.
pub(super) fn rc4_often(key: &[u8], data: &[u8], rounds: impl Iterator<Item = u8>) -> Vec<u8> {
    rounds.fold(data.to_vec(), |data, round| {
        let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        rc4(&key, &data)
    })
}

/// The key of a file.
pub(super) struct Key(Vec<u8>);

impl Key {
    pub fn new(key: Vec<u8>) -> Key {
        Key(key)
    }

    /// What was enciphered as part of object `id`; as it is where that is not known.
    pub fn decipher(&self, method: Method, id: ObjectIdentifier, data: &[u8]) -> Vec<u8> {
        match method {
            Method::Rc4 => rc4(&object_key(&self.0, id.obj_number, id.gen_number, b""), data),
            Method::Aes128 => {
                aes_cbc(&object_key(&self.0, id.obj_number, id.gen_number, b"sAlT"), data).unwrap_or_default()
            }
            Method::None | Method::Aes256 => data.to_vec(),
        }
    }
}

/// The key of an object by that of its file (algorithm 1).
pub(crate) fn object_key(file: &[u8], number: u32, generation: i32, salt: &[u8]) -> Vec<u8> {
    let (number, generation) = (&number.to_le_bytes()[..3], &generation.to_le_bytes()[..2]);
    let hash = md5(&[file, number, generation, salt].concat());
    hash[..BLOCK.min(file.len() + 5)].to_vec()
}

/// AES-128 in chained blocks, of which the first begins the chain and the last is filled up with its own length
/// (RFC 2898, 6.1.1).
fn aes_cbc(key: &[u8], data: &[u8]) -> Option<Vec<u8>> {
    let cipher = Aes128::new_from_slice(key).ok()?;
    let (blocks, _) = data.as_chunks::<BLOCK>();
    let mut plain = Vec::new();
    for pair in blocks.windows(2) {
        let mut block = pair[1].into();
        cipher.decrypt_block(&mut block);
        plain.extend(block.iter().zip(pair[0]).map(|(byte, last)| byte ^ last));
    }
    let filling = plain.last().map_or(0, |last| usize::from(*last)).min(plain.len());
    plain.truncate(plain.len() - if filling <= BLOCK { filling } else { 0 });
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rc4_and_md5_are_those_of_their_rfcs() {
        // RFC 6229, 2, for a key of 40 bits, and RFC 1321, A.5.
        let stream = rc4(&[1, 2, 3, 4, 5], &[0; 16]);
        assert_eq!(stream, 0xb239_6305_f03d_c027_ccc3_524a_0a11_18a8_u128.to_be_bytes());
        assert_eq!(md5(b"abc"), 0x9001_5098_3cd2_4fb0_d696_3f7d_28e1_7f72_u128.to_be_bytes());
    }

    #[test]
    fn aes_is_that_of_its_standard() {
        // NIST SP 800-38A, F.2.2: the vector that begins the chain and the first two blocks.
        let key = 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c_u128.to_be_bytes();
        let blocks = [
            0x0001_0203_0405_0607_0809_0a0b_0c0d_0e0f_u128,
            0x7649_abac_8119_b246_cee9_8e9b_12e9_197d_u128,
            0x5086_cb9b_5072_19ee_95db_113a_9176_78b2_u128,
        ];
        let plain = aes_cbc(&key, &blocks.map(u128::to_be_bytes).concat()).unwrap();
        assert_eq!(plain[..16], 0x6bc1_bee2_2e40_9f96_e93d_7e11_7393_172a_u128.to_be_bytes());
        assert_eq!(plain[16..], 0xae2d_8a57_1e03_ac9c_9eb7_6fac_45af_8e51_u128.to_be_bytes());
    }
}
