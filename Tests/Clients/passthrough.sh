#!/bin/sh
# ilk classify --passthrough (ILK) with a message of each form: all bytes but our fields are kept.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf 'From a@b Thu Jan  1 00:00:00 2026\nSubject: Lunch\n\nAre we still on?\n' > mailbox
printf 'Subject: Lunch\r\nTo: b@example.org\r\n\r\nAre we still on?\r\n' > crlf
printf 'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nContent-Type: application/octet-stream\n\n\000\377\001' > binary
printf 'no message' > text
for file in mailbox crlf binary text; do
    "$ILK" classify --passthrough --taxonomy spam < "$file" > out 2> errors
    LC_ALL=C sed '/^X-Ilk-/d' out > kept
    cmp "$file" kept
    if [ "$file" = text ]; then
        grep -q 'the message is unchanged' errors
    else
        grep -q '^X-Ilk-Category: ' out
        [ ! -s errors ]
    fi
done
"$ILK" classify --passthrough < crlf | grep -q "^X-Ilk-Category: .*$(printf '\r')\$"
status=0
"$ILK" classify --passthrough --ndjson < crlf > out 2> errors || status=$?
[ "$status" = 64 ]
[ ! -s out ]
