#!/bin/sh
# How fast usage goes to a hub and comes from it: sync-figures.sh ILK PROBE EVENTS
set -eu
ilk=$1 probe=$2 events=$3
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
"$ilk" token create from --scope sync --hub-file hub.sqlite > from.token 2>/dev/null
"$ilk" token create to --scope sync --hub-file hub.sqlite > to.token 2>/dev/null
chmod 600 ./*.token
"$ilk" serve --listen 127.0.0.1:0 --hub-file hub.sqlite 2> serve.log &
server=$!
for _ in $(seq 100); do
    address=$(sed -n 's/.*\(http:[^;]*\);.*/\1/p' serve.log)
    [ -z "$address" ] || break
    sleep 0.1
done
"$probe" usage-make from.sqlite "$events"
for name in from to; do
    begin=$(date +%s%N)
    "$ilk" usage sync --usage-file "$name.sqlite" --hub "$address" --token-file "$name.token"
    end=$(date +%s%N)
    awk -v n="$events" -v t="$((end - begin))" -v name="$name" \
        'BEGIN { printf "%s the device: %.1f s, %.0f events a second\n", name, t / 1e9, n / t * 1e9 }'
done
for name in from to; do "$ilk" usage export --usage-file "$name.sqlite" --output "$name.jsonl" --format ndjson 2>/dev/null; done
wc -l from.jsonl to.jsonl | sed -n '1,2p'
