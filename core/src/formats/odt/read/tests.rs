//! Documents written by hand, by the sections of OASIS ODF 1.3 part 3.
