//! Files that hold others, and how they are told apart: XML, zip, compound files, Palm databases.

#[allow(dead_code, reason = "a build with few formats asks it little")]
pub(crate) mod about;
#[cfg(feature = "_cfb")]
#[cfg_attr(not(feature = "doc"), allow(dead_code, reason = "what is encrypted is told by its directory"))]
pub(crate) mod cfb;
pub(crate) mod directories;
pub(crate) mod foreign;
pub(crate) mod mail;
pub(crate) mod pdb;
#[cfg(feature = "_xml")]
pub(crate) mod xml;
#[cfg(feature = "_zip")]
pub(crate) mod zip;
