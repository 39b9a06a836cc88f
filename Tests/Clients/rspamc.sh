#!/bin/sh
# rspamc against ilk serve (ILK_URL, ILK_TOKEN). Without an installed rspamc, Debian's is unpacked into CLIENTS,
# without its daemon.
set -eu
rspamc=$(command -v rspamc || true)
if [ -z "$rspamc" ]; then
    root=$CLIENTS/rspamd
    if [ ! -x "$root/usr/bin/rspamc" ]; then
        command -v dpkg-deb > /dev/null || { echo 'rspamc is not installed, and the system is not Debian'; exit 77; }
        mkdir -p "$root/packages"
        (cd "$root/packages" && apt-get -q download rspamd libhyperscan5 libluajit-5.1-2 libsodium23 libunwind8) \
            > "$root/download.log" 2>&1 || { tail -n 1 "$root/download.log"; exit 77; }
        for package in "$root"/packages/*.deb; do dpkg-deb -x "$package" "$root"; done
    fi
    rspamc=$root/usr/bin/rspamc
    LD_LIBRARY_PATH=$root/usr/lib/$(uname -m)-linux-gnu:$root/usr/lib/rspamd
    export LD_LIBRARY_PATH
fi
"$rspamc" --help > /dev/null 2>&1 || { echo 'rspamc does not start'; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=${ILK_URL#http://}
client() { timeout 20 "$rspamc" -h "$host" -P "$ILK_TOKEN" "$@" > "$work/output" 2>&1; cat "$work/output"; }
expect() { grep -q "$1" "$work/output" || { echo "no '$1'"; exit 1; }; }

cat > "$work/spam.eml" <<'END'
From: Prize desk <win@prize.example>
To: you@example.org
Subject: =?utf-8?q?URGENT!_You_have_won?=
Message-ID: <1@prize.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

WW91IGhhdmUgd29uIGEgMTAwMCBwb3VuZCBwcml6ZSEgQ2FsbCAwOTA2MTcwMTQ2MSBub3cgdG8g
Y2xhaW0uCg==
END
cat > "$work/ham.eml" <<'END'
From: Sarah <sarah@example.org>
To: you@example.org
Subject: Lunch

Are we still on for lunch today?
END

client "$work/spam.eml"
expect '^Action: add header'
expect '^Symbol: ILK_MODEL'
expect '^Message-ID: 1@prize.example'
client learn_spam "$work/spam.eml"
expect '^success = true;'
client learn_ham "$work/ham.eml"
expect '^success = true;'
client stat
expect '^Total learns: 2'
curl -s "$ILK_URL/ping" | grep -q '^pong'
timeout 20 "$rspamc" -h "$host" -P wrong "$work/spam.eml" > "$work/output" 2>&1 || true
expect 'Unauthorized'
