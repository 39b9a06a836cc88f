#!/bin/sh
# promtool against the metrics of ilk serve (ILK_URL). Without an installed promtool, Debian's is unpacked into CLIENTS,
# without its daemon.
set -eu
promtool=$(command -v promtool || true)
if [ -z "$promtool" ]; then
    root=$CLIENTS/prometheus
    if [ ! -x "$root/usr/bin/promtool" ]; then
        command -v dpkg-deb > /dev/null || { echo 'promtool is not installed, and the system is not Debian'; exit 77; }
        mkdir -p "$root"
        (cd "$root" && apt-get -q download prometheus) > "$root/download.log" 2>&1 || { tail -n 1 "$root/download.log"; exit 77; }
        dpkg-deb -x "$root"/*.deb "$root"
    fi
    promtool=$root/usr/bin/promtool
fi
command -v curl > /dev/null || { echo 'curl is not installed'; exit 77; }

page=$(mktemp)
trap 'rm -f "$page"' EXIT
curl -s -f "$ILK_URL/metrics" > "$page"
grep -q '^ilk_build_info{version=".*"} 1$' "$page" || { echo 'no version'; exit 1; }
grep -q '^ilk_http_request_duration_seconds_bucket{' "$page" || { echo 'no histogram'; exit 1; }
# Each metric has a description.
names() { sed -n "s/^# $1 \([a-z_:]*\) .*/\1/p" "$page" | sort; }
[ "$(names HELP)" = "$(names TYPE)" ] || { echo 'metrics without a description:'; names TYPE; exit 1; }
"$promtool" check metrics < "$page"
