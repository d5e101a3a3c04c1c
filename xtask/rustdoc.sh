#!/bin/sh
# rustdoc with its unstable output forms. Were the variable set for cargo, it would reach build scripts too, which look
# for it, and everything would be built again.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
