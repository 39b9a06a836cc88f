#!/usr/bin/env bash
# ilk and notmuch on the same mail, in turns: import, then searches. Medians of five.
#
#   mail.sh ILK MAILBOX
#
# notmuch reads a file a message: the mailbox is taken apart into a Maildir for it beforehand, which is not counted.
set -euo pipefail
ilk=$1 mailbox=$2
command -v notmuch >/dev/null || { echo 'skipped: notmuch is not here (apt-get install notmuch)' >&2; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/mail/cur" "$folder/mail/new" "$folder/mail/tmp"
python3 - "$mailbox" "$folder/mail/cur" <<'PYTHON'
import mailbox, sys
for number, message in enumerate(mailbox.mbox(sys.argv[1], create=False)):
    with open(f"{sys.argv[2]}/{number}.a.b:2,", "wb") as file:
        file.write(message.as_bytes())
PYTHON
export NOTMUCH_CONFIG="$folder/config"
cat > "$NOTMUCH_CONFIG" <<CONFIG
[database]
path=$folder/mail
[user]
name=Nobody
primary_email=nobody@example.com
CONFIG

median() { sort -n | sed -n 3p; }
milliseconds() {
    local start end
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1 || true
    end=$(date +%s%N)
    echo $(((end - start) / 1000000))
}
for round in 1 2 3 4 5; do
    rm -rf "$folder/mail/.notmuch"
    milliseconds notmuch new >> "$folder/notmuch"
    rm -f "$folder"/mail.sqlite*
    milliseconds "$ilk" mail import "$mailbox" --no-classify --mail-file "$folder/mail.sqlite" >> "$folder/ilk"
    rm -f "$folder"/classified.sqlite*
    milliseconds "$ilk" mail import "$mailbox" --mail-file "$folder/classified.sqlite" >> "$folder/classified"
done
echo "import: notmuch $(median < "$folder/notmuch") ms, ilk $(median < "$folder/ilk") ms," \
    "ilk with classification $(median < "$folder/classified") ms"
for query in linux 'from:ralf' 'subject:patch' '"page fault"' 'tlb handler' nothingatall; do
    : > "$folder/notmuch"
    : > "$folder/ilk"
    for round in 1 2 3 4 5; do
        milliseconds notmuch search --limit=20 "$query" >> "$folder/notmuch"
        milliseconds "$ilk" mail search "$query" --mail-file "$folder/mail.sqlite" >> "$folder/ilk"
    done
    echo "search $query: notmuch $(median < "$folder/notmuch") ms, ilk $(median < "$folder/ilk") ms (whole programs)"
done
