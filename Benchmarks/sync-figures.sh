#!/bin/sh
# How fast usage goes to a hub and comes from it, and 100 calls to Monica: sync-figures.sh ILK PROBE EVENTS
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
# The limit: SQLite alone, from plain C, taking the rows that a device has afterwards in its two files, and the hub in one.
"$probe" copy to.sqlite raw.sqlite usageEvent
"$probe" copy to.sqlite.sync raw.sqlite replicaRecord
"$probe" copy hub.sqlite raw.sqlite hubRecord
for name in from to; do "$ilk" usage export --usage-file "$name.sqlite" --output "$name.jsonl" --format ndjson 2>/dev/null; done
wc -l from.jsonl to.jsonl | sed -n '1,2p'

# A hundred calls that wait, and a Monica that takes as many as come.
mkfifo monica.in
"$probe" monica Sarah < monica.in > monica.out &
exec 9> monica.in
for _ in $(seq 100); do
    address=$(head -1 monica.out)
    [ -z "$address" ] || break
    sleep 0.1
done
echo secret > monica.token
chmod 600 monica.token
for number in $(seq 100); do
    echo "{\"contact\":\"Sarah\",\"calledAt\":\"2026-01-02T03:04:05Z\",\"notes\":\"n$number\"}"
done > calls.jsonl
"$ilk" calls import calls.jsonl --calls-file calls.sqlite 2>/dev/null
begin=$(date +%s%N)
"$ilk" calls sync --calls-file calls.sqlite --server "$address" --token-file monica.token
end=$(date +%s%N)
exec 9>&-
wait $!
awk -v t="$((end - begin))" 'BEGIN { printf "100 calls to Monica: %.2f s\n", t / 1e9 }'
tail -1 monica.out
