# Sourced by scripts whose arguments begin with ILK FOLDER: sets their absolute paths, and runs ilk serve with its own
# log. The server ends with the script.
case $1 in /*) ilk=$1 ;; *) ilk=$PWD/$1 ;; esac
mkdir -p "$2"
folder=$(cd "$2" && pwd)
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

# Gives the following commands their own data.
isolate() {
    umask 077
    export HOME="$work" XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config"
}

# serve SECONDS PATTERN OPTION...: starts the server for at most SECONDS. Sets address to the group of PATTERN, a
# regular expression of sed, in its messages.
serve() {
    seconds=$1 pattern=$2
    shift 2
    : > "$work/serve.log"
    timeout "$seconds" "$ilk" serve --listen 127.0.0.1:0 --log "$@" 2> "$work/serve.log" &
    server=$!
    address=
    for _ in $(seq 300); do
        address=$(sed -n "s/.*$pattern.*/\1/p" "$work/serve.log")
        [ -z "$address" ] || return 0
        sleep 0.1
    done
    cat "$work/serve.log" >&2
    exit 1
}
