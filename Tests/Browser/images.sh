#!/bin/sh
# Takes the pictures of the README: images.sh ILK FOLDER OUTPUT. FOLDER has the venv of run.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=$(cd "$3" && pwd)
. "$here/../Clients/server.sh"
corpus=$here/../../corpora/doctype
isolate
# A part of the project's own texts, spread over 25 days.
cat "$corpus"/*.jsonl | awk 'NR % 3 == 0' | "$ilk" classify --ndjson --log > "$work/verdicts"
"$ilk" log export --format ndjson -o "$work/log.ndjson" --quiet
python3 - "$work/log.ndjson" << 'END' > "$work/spread.ndjson"
import datetime
import json
import random
import sys

chooser = random.Random(4)
now = datetime.datetime.now(datetime.timezone.utc)
for line in open(sys.argv[1]):
    record = json.loads(line)
    age = datetime.timedelta(days=25 * chooser.random() ** 1.3)
    record["timestamp"] = (now - age).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    print(json.dumps(record))
END
"$ilk" log purge --all --yes --quiet
"$ilk" log import "$work/spread.ndjson" --quiet
serve 300 'minutes: \(http:.*\)' --open-page
export ILK_LINK="$address" CHROMIUM="$(command -v chromium)" CHROMEDRIVER="$(command -v chromedriver)"
"$folder/venv/bin/python" "$here/images.py" "$output"
