//! `--isolate`: conversions in worker processes of this program.
