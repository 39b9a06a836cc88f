#!/bin/sh
# Uses the pages of ilk serve in headless Chromium: run.sh ILK FOLDER. FOLDER keeps selenium and axe-core, and gets the
# screenshots. Without Chromium, its driver or selenium it is skipped with the reason, which fails if CI is set. SMOKE=1
# opens three pages only.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../Clients/server.sh"

skip() {
    echo "skipped: $1"
    [ -z "${CI:-}" ] || exit 1
    exit 0
}
chromium=$(command -v chromium) || skip 'no chromium (Debian: chromium)'
driver=$(command -v chromedriver) || skip 'no chromedriver (Debian: chromium-driver)'
python=$folder/venv/bin/python
if ! cmp -s "$here/requirements.txt" "$folder/requirements.txt"; then
    python3 -m venv "$folder/venv" > "$folder/setup.log" 2>&1 || skip 'no venv for Python'
    # axe-core is taken out of its package, whose other dependencies are not needed.
    "$python" -m pip install -q "$(sed -n 1p "$here/requirements.txt")" >> "$folder/setup.log" 2>&1 \
        && "$python" -m pip install -q --no-deps "$(sed -n 2p "$here/requirements.txt")" >> "$folder/setup.log" 2>&1 \
        || skip "no selenium: $(tail -n 1 "$folder/setup.log")"
    cp "$here/requirements.txt" "$folder/requirements.txt"
fi

isolate
export ILK="$ilk" CHROMIUM="$chromium" CHROMEDRIVER="$driver" SHOTS="$folder" PYTHONDONTWRITEBYTECODE=1
ILK_ADMIN=$("$ilk" token create ann --scope admin --quiet)
ILK_VIEWER=$("$ilk" token create viewer --scope read --quiet)
# The usage of an earlier release, with a value that was replaced by a change of another device.
for file in usage.sqlite usage.sqlite.sync; do
    gzip -dc "$here/../Fixtures/0.1.0-2bbc3b2/stores/$file.gz" > "$XDG_DATA_HOME/ilk/$file"
done
ILK_CANDIDATE=
taxonomies='--taxonomy doctype'
if [ -z "${SMOKE:-}" ]; then
    ILK_CANDIDATE=$("$python" "$here/seed.py")
    taxonomies="$taxonomies --taxonomy weather"
fi
for number in $(seq 40); do
    printf '{"text":"see you at %s then"}\n' "$number"
    printf '{"text":"Dear Bob, order %s is attached. Regards, Ann"}\n' "$number"
done > "$work/texts"
printf '{"text":"\\"><script>alert(1)</script>\\"\\u0338 onfocus=alert(2)"}\n' >> "$work/texts"
"$ilk" classify --ndjson --log "$work/texts" > "$work/entries"
hostile='"><script>alert(3)</script>'
"$ilk" calls add "Sarah $hostile" 20m happy --notes "hello $hostile" --quiet
# The last call was changed here and on a server. Only a sync with Monica stores conflicts.
python3 - "$XDG_DATA_HOME/ilk/calls.sqlite" << 'END'
import json
import sqlite3
import sys

store = sqlite3.connect(sys.argv[1])
(key,) = store.execute("SELECT key FROM callLog ORDER BY rowid DESC").fetchone()
version = {"contactId": -1, "calledAt": 0, "duration": 20, "isDeleted": False, "updatedAt": 1000}
store.execute(
    "INSERT INTO callConflict (id, callKey, local, server, winner, foundAt) VALUES (?, ?, ?, ?, 'local', 2000)",
    ["01900000-0000-7000-8000-00000000000A", key, json.dumps({**version, "notes": "as noted here"}),
     json.dumps({**version, "notes": "as noted there <script>alert(6)</script>"})])
store.commit()
END
"$ilk" usage tap want "$hostile" --quiet
"$ilk" usage speak --quiet
printf '%s\n' 'From a@example.org Mon Nov 23 10:00:00 2026' "From: \"Eve $hostile\" <eve@example.org>" \
    "Subject: Invoice $hostile" 'Date: Mon, 23 Nov 2026 10:00:00 +0000' 'Content-Type: text/html' '' \
    '<p>hello</p><img src="http://evil.invalid/x.png"><script>alert(4)</script>' > "$work/mail.mbox"
"$ilk" mail import "$work/mail.mbox" --quiet
event() {
    printf '{"id":"00000000-0000-0000-0000-%012d","timestamp":"%s","source":"web","level":"warn",' \
        "$1" "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)"
    printf '"event":"%s","payload":{"note":"\\"><img src=x onerror=alert(5)>"}}\n' "$2"
}
event 1 started > "$work/events.ndjson"
event 2 appeared > "$work/event.ndjson"
"$ilk" debug import "$work/events.ndjson" --quiet
# shellcheck disable=SC2086 # The names of the taxonomies have no spaces.
serve 1800 'minutes: \(http:.*\)' --open-page $taxonomies
export ILK_EVENT="$work/event.ndjson" ILK_LINK="$address" ILK_ADMIN ILK_VIEWER ILK_CANDIDATE
"$python" "$here/pages.py"
