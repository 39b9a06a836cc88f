#!/bin/sh
# How many requests a second ilk serve answers, on loopback, by wrk: http-figures.sh ILK PLAIN [SECONDS]
# PLAIN is the plain-server of this package, a route of Hummingbird that only reads the body.
set -eu
ilk=$(realpath "$1") plain=$(realpath "$2") seconds=${3:-5}
command -v wrk > /dev/null || { echo 'http-figures: wrk is needed' >&2; exit 69; }
folder=$(mktemp -d)
servers=
trap '[ -z "$servers" ] || kill $servers 2> /dev/null || :; rm -rf "$folder"' EXIT
cd "$folder"
umask 077
"$ilk" token create app --scope classify --scope debug --hub-file hub.sqlite > token 2> /dev/null
"$ilk" serve --listen 127.0.0.1:0 --hub-file hub.sqlite --debug-file debug.sqlite 2> serve.log &
servers=$!
"$plain" > plain.log 2> /dev/null &
servers="$servers $!"
for _ in $(seq 100); do
    address=$(sed -n 's/.*\(http:[^;]*\);.*/\1/p' serve.log)
    plain_address=$(cat plain.log)
    [ -z "$address" ] || [ -z "$plain_address" ] || break
    sleep 0.1
done
[ -n "$address" ] && [ -n "$plain_address" ] || { echo 'http-figures: a server did not start' >&2; exit 70; }
token=$(cat token)
cat > text.lua <<LUA
wrk.method = "POST"
wrk.body = "Hey Sarah, are we still on for lunch today? Let me know if 12:30 works for you, otherwise we can move it to Thursday."
wrk.headers["Content-Type"] = "text/plain"
wrk.headers["Authorization"] = "Bearer $token"
LUA
cat > lines.lua <<LUA
wrk.method = "POST"
local line = '{"text":"Hey Sarah, are we still on for lunch today? Let me know if 12:30 works for you, otherwise we can move it to Thursday."}\n'
wrk.body = string.rep(line, 1000)
wrk.headers["Content-Type"] = "application/x-ndjson"
wrk.headers["Authorization"] = "Bearer $token"
LUA
cat > debug.lua <<LUA
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer $token"
local thread = 0
function setup(t) t:set("number", thread); thread = thread + 1 end
local count = 0
local clock = os.time() * 1000
function request()
    local entries = {}
    for i = 1, 50 do
        count = count + 1
        entries[i] = string.format('{"id":"0199%04x-%04x-7000-8000-%012x","timestamp":"2026-11-22T09:30:00.250Z","source":"ios","level":"info","event":"API_REQUEST","payload":{"path":"/v1/things/%d","status":200,"message":"took %d ms"}}', number, count % 65536, count, count % 977, count % 313)
    end
    return wrk.format(nil, nil, nil, "[" .. table.concat(entries, ",") .. "]")
end
LUA
run() { # NAME PATH SCRIPT PER CONNECTIONS WHAT
    for round in 1 2 3; do
        wrk -t1 -c"$5" -d"${seconds}s" --latency -s "$3.lua" "$address$2" > out
        awk -v name="$1" -v per="$4" -v c="$5" -v what="$6" '
            /Requests\/sec/ { rate = $2 } /^ *50%/ { half = $2 } /^ *99%/ { most = $2 } /Non-2xx/ { bad = ", " $NF " refused" }
            END {
                printf "%s, %d connections: %.0f requests a second (%.0f %s), ", name, c, rate, rate * per, what
                printf "half within %s, 99 %% within %s%s\n", half, most, bad
            }' out
    done
}
# The rates of both servers in turns, and the median ratio.
compare() { # CONNECTIONS
    for round in 1 2 3 4 5; do
        for server in "$address" "$plain_address"; do
            wrk -t1 -c"$1" -d"${seconds}s" -s text.lua "$server/v1/classify" | awk '/Requests\/sec/ { printf "%s ", $2 }'
        done
        echo
    done | awk '{ print $1 / $2, $1, $2 }' | sort -n | awk -v c="$1" '
        NR == 3 { printf "a text, %d connections: %.0f %% of a plain route (%.0f and %.0f requests a second)\n", c, 100 * $1, $2, $3 }'
}
run 'a text' /v1/classify text 1 1 texts
run 'a text' /v1/classify text 1 32 texts
run 'NDJSON of 1,000' /v1/classify lines 1000 2 texts
run 'debug events, 50 a batch' /debug/logs debug 50 1 events
run 'debug events, 50 a batch' /debug/logs debug 50 8 events
compare 1
compare 32
