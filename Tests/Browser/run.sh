#!/bin/sh
# Uses the pages of ilk serve in headless Chromium: run.sh ILK FOLDER. FOLDER keeps selenium and axe-core, and gets the
# screenshots. Without Chromium, its driver or selenium it is skipped with the reason.
set -eu
ilk=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
case $ilk in /*) ;; *) ilk=$PWD/$ilk ;; esac
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

skip() {
    echo "skipped: $1"
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

# The server, with its own log. It ends with this script.
work=$(mktemp -d)
server=
stop() {
    if [ -n "$server" ]; then
        kill "$server" 2> /dev/null || true
        wait "$server" 2> /dev/null || true
    fi
    rm -rf "$work"
}
trap stop EXIT
umask 077
export HOME="$work" XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config"
ILK_ADMIN=$("$ilk" token create ann --scope admin --quiet)
ILK_VIEWER=$("$ilk" token create viewer --scope read --quiet)
for number in $(seq 40); do
    printf '{"text":"see you at %s then"}\n{"text":"Dear Bob, order %s is attached. Regards, Ann"}\n' "$number" "$number"
done > "$work/texts"
printf '{"text":"\\"><script>alert(1)</script>\\"\\u0338 onfocus=alert(2)"}\n' >> "$work/texts"
"$ilk" classify --ndjson --log "$work/texts" > "$work/entries"
timeout 900 "$ilk" serve --listen 127.0.0.1:0 --log --open-page 2> "$work/serve.log" &
server=$!
address=
for _ in $(seq 300); do
    address=$(sed -n 's/.*once: \(http:.*\)/\1/p' "$work/serve.log")
    [ -z "$address" ] || break
    sleep 0.1
done
[ -n "$address" ] || { cat "$work/serve.log" >&2; exit 1; }
export ILK_LINK="$address" ILK_ADMIN ILK_VIEWER CHROMIUM="$chromium" CHROMEDRIVER="$driver" SHOTS="$folder"
"$python" "$here/pages.py"
