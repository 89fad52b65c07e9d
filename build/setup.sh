#!/bin/sh
# Installs the system packages that the build needs, if any is missing. Debian and its relatives; elsewhere it says what is needed.
set -eu
missing=""
for command in autoconf automake libtool m4 pkg-config g++ make; do
  command -v "$command" >/dev/null 2>&1 || { [ "$command" = libtool ] && command -v libtoolize >/dev/null 2>&1; } || missing="$missing $command"
done
for header in gmp.h mpfr.h; do
  echo "#include <$header>" | g++ -E -x c++ - >/dev/null 2>&1 || missing="$missing $header"
done
[ -n "$missing" ] || exit 0
packages="build-essential pkg-config autoconf automake libtool m4 libgmp-dev libmpfr-dev ccache"
if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing:$missing. Install the equivalents of these Debian packages: $packages" >&2
  exit 1
fi
echo "installing system packages (missing:$missing)" >&2
run=""
[ "$(id -u)" = 0 ] || run="sudo"
$run apt-get update -qq
DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends $packages >/dev/null
