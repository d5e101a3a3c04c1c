//! Files that hold others, and how they are told apart: XML, zip, compound files, Palm databases.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(not(all(feature = "cfb", feature = "zip")), allow(dead_code, unused_imports, unused_variables))]

#[allow(dead_code, reason = "a build with few formats asks it little")]
pub mod about;
#[cfg(feature = "cfb")]
pub mod cfb;
pub mod directories;
pub mod foreign;
pub mod mail;
pub mod pdb;
#[cfg(feature = "xml")]
pub mod xml;
#[cfg(feature = "zip")]
pub mod zip;
