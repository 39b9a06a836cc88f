#!/bin/sh
# Runs real clients of other programs against ilk serve: run.sh ILK FOLDER [SECONDS]. FOLDER keeps the clients, and
# schemathesis tests all requests for SECONDS. A client that is not available is skipped with its reason.
set -eu
limit=${3:-120}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/server.sh"

# The clients in Python.
python=$folder/venv/bin/python
if ! cmp -s "$here/requirements.txt" "$folder/requirements.txt"; then
    if python3 -m venv "$folder/venv" > "$folder/setup.log" 2>&1 \
        && "$python" -m pip install -q -r "$here/requirements.txt" >> "$folder/setup.log" 2>&1
    then cp "$here/requirements.txt" "$folder/requirements.txt"
    else python=
    fi
fi

isolate
ILK_TOKEN=$("$ilk" token create clients --scope classify --scope correct --scope read 2> "$work/token.log") || {
    cat "$work/token.log" >&2
    exit 1
}
ILK_ADMIN_TOKEN=$("$ilk" token create admin --scope admin --scope debug --scope sync --quiet)
# Entries for the requests that read and correct the log.
printf '{"text":"%s"}\n' 'see you at 8 then' 'x = 1;' 'Dear all, see attached.' | "$ilk" classify --ndjson --log > "$work/entries"
ILK_ENTRY=$(sed -n '1s/.*"entry":"\([^"]*\)".*/\1/p' "$work/entries")
"$ilk" log correct -1 email > "$work/correction"
# A record of each application that does not need a file.
"$ilk" calls add Ann 20m happy 'about the harbor' --quiet > "$work/call"
"$ilk" usage tap want --quiet > "$work/tap"
serve $((limit + 600)) '\(http:[^;]*\);' --taxonomy doctype --taxonomy spam
export ILK_URL="$address" ILK_TOKEN ILK_ADMIN_TOKEN ILK_ENTRY ILK="$ilk" CLIENTS="$folder" LIMIT="$limit"

failed=0
run() {
    status=0
    name=$1
    shift
    "$@" > "$work/output" 2>&1 < /dev/null || status=$?
    case $status in
    0) echo "$name: passed" ;;
    77) echo "$name: skipped: $(tail -n 1 "$work/output")" ;;
    *) failed=1; echo "$name: failed (status $status)"; cat "$work/output" ;;
    esac
}
if [ -n "$python" ]; then
    run huggingface_hub timeout 60 "$python" "$here/hf.py"
    run openai timeout 60 "$python" "$here/openai_client.py"
    run tei-client timeout 60 "$python" "$here/tei.py"
else
    echo "huggingface_hub, openai, tei-client: skipped: $(tail -n 1 "$folder/setup.log")"
fi
run TEI timeout 60 "$here/tei.sh"
run rspamc timeout 120 "$here/rspamc.sh"
run passthrough timeout 60 "$here/passthrough.sh"
run promtool timeout 120 "$here/promtool.sh"
# The last one: it corrects and purges entries.
if [ -n "$python" ]; then
    run OpenAPI timeout $((limit + 300)) "$here/openapi.sh"
else
    echo "OpenAPI: skipped: $(tail -n 1 "$folder/setup.log")"
fi
[ "$failed" = 0 ] || { echo "the messages of the server:"; cat "$work/serve.log"; }
exit "$failed"
