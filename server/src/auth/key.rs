//! API keys: `tvs_live_`, 32 base62 characters of randomness, 6 of CRC-32.
