#!/bin/sh
# Tests ilk serve under load and with faults: run.sh ILK FOLDER [SECONDS] [ENTRIES] [CLIENTS]. SECONDS of mixed requests on a log
# of ENTRIES entries, CLIENTS slow clients, then faults of the disk and of files. The full disk needs root (a tmpfs).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../Clients/server.sh"
seconds=${3:-600}
ulimit -n "$(ulimit -H -n)"
isolate
ILK_ADMIN=$("$ilk" token create load --scope admin --quiet)
export ILK="$ilk" ILK_ADMIN WORK="$work"
python3 "$here/load.py" "$seconds" "${4:-1000000}" "${5:-2000}"
