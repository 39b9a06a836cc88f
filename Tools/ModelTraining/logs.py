"""Log lines for the taxonomy `severity`, from the log calls in the source code of open programs.

The level of a call is the label of its message. Placeholders are replaced by invented values. Some lines get a
time and a logger in front of the message, and some the level in one of the usual forms. Everything is drawn by the
digest of the message, so that the same commits give the same lines.
"""
import hashlib, io, json, random, re, subprocess, tarfile

# Repository, commit, suffix of its source files, style of its log calls, license.
PROGRAMS = [
    ("apache/zookeeper", "53a78e36f99602162643303ab330377fc383b41f", "java", "method", "Apache-2.0"),
    ("apache/kafka", "1eb7644349cb07139d6a3c1ad1986979647cac99", "java", "method", "Apache-2.0"),
    ("openstack/glance", "c76abb08e2bc82582389059dcbbc234293ce13b9", "py", "method", "Apache-2.0"),
    ("openstack/cinder", "ab09bc39dbcd4d5b301f2f5da8fcfd9e5ef1fe8c", "py", "method", "Apache-2.0"),
    ("caddyserver/caddy", "0cf03d32f7d99cf160d5375e8a40fbe3d910d515", "go", "zap", "Apache-2.0"),
    ("etcd-io/etcd", "c34dc7ee0048fd2bcc44d50beff002e5e8069b69", "go", "zap", "Apache-2.0"),
    ("fluent/fluentd", "ff8682d797436bdadca8da39b862eb23f6700515", "rb", "method", "Apache-2.0"),
    ("linkerd/linkerd2-proxy", "29637b64f6cebedaf15bfbf516818d7a28a4d5a6", "rs", "macro", "Apache-2.0"),
    ("homebridge/homebridge", "50f91541bc8731ed0c794f1370d9b76f49443d11", "ts", "method", "Apache-2.0"),
    ("Koenkk/zigbee2mqtt", "6835cbf5a73116aa4bfa097f2ad0dfb972018997", "ts", "method", "GPL-3.0"),
    ("jellyfin/jellyfin", "c3ed1407ca698b0905de99da87b67415e6a62dbd", "cs", "dotnet", "GPL-2.0"),
    ("nginx/nginx", "3f6f7824d4e2eb1ac37dec76683d525ac0ff521c", "c", "nginx", "BSD-2-Clause"),
    ("eclipse-mosquitto/mosquitto", "7b8aba105b77253309de24664bbae69d0cae3da0", "c", "mosquitto", "EPL-2.0 or BSD-3-Clause"),
]
# The makers of two of the programs overlap. They are one source.
FAMILIES = {"openstack/glance": "openstack", "openstack/cinder": "openstack"}
MOST_LINES = 1_200  # of a program
OTHERS = re.compile(r"(?i)tests?[/.]|_test\.|/jmh|example")  # files that are left out

LEVELS = {
    "trace": "debug", "debug": "debug", "finest": "debug", "verbose": "debug",
    "info": "info", "information": "info", "notice": "info",
    "warn": "warn", "warning": "warn",
    "error": "error", "err": "error", "exception": "error", "critical": "error", "crit": "error", "fatal": "error",
    "panic": "error", "alert": "error", "emerg": "error",
}
NAMES = "|".join(sorted(LEVELS, key=len, reverse=True))
CALLS = {
    "method": re.compile(r"\b_?\$?(?:[lL]og|LOG|[lL]ogger|LOGGER|lg)\??\.(%s)(?:\(|[ ](?=[\"'a-z]))" % NAMES),
    "zap": re.compile(r"\b(?:\w*[lL]og\w*|lg|Logger\(\)|L\(\))\.(Debug|Info|Warn|Error|Fatal|Panic)\("),
    "macro": re.compile(r"\b(?:tracing::)?(trace|debug|info|warn|error)!\("),
    "dotnet": re.compile(r"\b_?[lL]ogger\.Log(Trace|Debug|Information|Warning|Error|Critical)\("),
    "nginx": re.compile(r"\bngx_(?:conf_)?log_(?:error|debug\d?)\(\s*NGX_LOG_(DEBUG|[A-Z]+)"),
    "mosquitto": re.compile(r"\blog__printf\([^,;]+,\s*MOSQ_LOG_([A-Z]+)"),
}
LITERAL = re.compile(r"""[fFrRbu]?"((?:[^"\\\n]|\\.)*)"|[fFrRbu]?'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`""")
# What may stand between two parts of one message.
GLUE = re.compile(r"\s*(?:\+\s*)?")
VALUE = re.compile(r"\s*\+\s*[\w.()\[\]]+(?:\([^()]*\))?\s*(?=[+,)])")
HOLE = re.compile(
    r"%\((\w+)\)[-#0-9.]*[a-z]|\$\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|#\{([^{}]*)\}|\{([^{}\s]*)\}"
    r"|%[-+#0-9.*]*(?:ll|l|z|u|h|ui|uz)*[a-zA-Z]")


def message(text):
    """Returns the message of a call whose arguments begin with `text`, or None."""
    end = first = None
    depth = 0
    for match in re.finditer(r"[()]|" + LITERAL.pattern, text):
        if match.group() == "(":
            depth += 1
        elif match.group() == ")":
            depth -= 1
            if depth < 0:
                return None
        elif len(match.group()) > 5:
            first = match
            break
    if first is None or first.start() > 120:
        return None
    parts, place = [], first.start()
    while True:
        match = LITERAL.match(text, place)
        if match:
            parts.append(next(group for group in match.groups() if group is not None))
        else:
            match = VALUE.match(text, place - 1) or VALUE.match(text, place)
            if not match:
                break
            parts.append("{}")
        place = GLUE.match(text, match.end()).end()
        if place > 600 or text[place - 1:place] == ",":
            break
    joined = "".join(parts).replace("\\n", " ").replace('\\"', '"').replace("\\'", "'").replace("\\t", " ")
    return re.sub(r"\s+", " ", joined).strip(" :")


WORDS = (
    "alpha orders node-3 cache0 db_main worker session-17 topic-a billing gateway users index temp primary replica".split())
PATHS = ["/var/lib/app/data.db", "/etc/app/app.conf", "conf.d/site.yml", "/tmp/x41", "backup-7.tar"]
ERRORS = [
    "connection refused", "timed out", "no such file", "permission denied", "unexpected end of input", "broken pipe"]
NUMBERS = [0, 1, 2, 3, 7, 12, 64, 404, 512, 1024, 8080]


def address(r):
    return r.choice([
        "10.0.3.%d" % r.randint(2, 250), "db%d.example.com" % r.randint(1, 9),
        "192.0.2.%d:%d" % (r.randint(1, 254), r.choice([443, 5432, 8080]))])


def duration(r):
    return r.choice(["%d ms" % r.randint(1, 9000), "%.1fs" % (r.random() * 90), "%ds" % r.randint(1, 600)])


# The values of placeholders, by a part of their names.
SPELLINGS = [
    (("path", "file", "dir", "config"), lambda r: r.choice(PATHS)),
    (("addr", "host", "peer", "server", "ip", "remote"), address),
    (("url", "uri", "endpoint"), lambda r: "https://example.com/" + r.choice(["v1/items", "health", "login"])),
    (("err", "ex", "reason", "cause", "msg", "message"), lambda r: r.choice(ERRORS)),
    (("time", "duration", "delay", "elapsed", "ms", "interval"), duration),
    (("count", "size", "num", "len", "port", "total", "bytes", "offset", "epoch", "code", "status", "version"),
     lambda r: str(r.choice(NUMBERS))),
]


def value(name, r):
    name = name.lower()
    for keys, make in SPELLINGS:
        if any(key in name for key in keys):
            return make(r)
    return r.choice([r.choice(WORDS), r.choice(WORDS), str(r.randint(0, 5000)), "%08x" % r.getrandbits(32)])


def fill(text, r):
    def hole(match):
        name = next((group for group in match.groups() if group), "")
        if re.fullmatch(r"%[-+#0-9.*]*(?:ll|l|z|u|h|ui|uz)*[duixXOo]", match.group()):
            return str(r.choice([0, 1, 2, 3, 5, 17, 128, 4096]))
        return value(name, r)
    return re.sub(r"\s+", " ", HOLE.sub(hole, text.replace("%%", "%"))).strip()


def clock(r):
    day = "2026-%02d-%02d" % (r.randint(1, 12), r.randint(1, 28))
    time = "%02d:%02d:%02d" % (r.randint(0, 23), r.randint(0, 59), r.randint(0, 59))
    return r.choice([
        "%s %s,%03d" % (day, time, r.randint(0, 999)), "%sT%sZ" % (day, time), "%s %s" % (day, time), time,
        "[%s %s]" % (day, time)])


def rendered(text, label, level, r):
    """Returns the message as a line, and whether the line states its level."""
    text = fill(text, r)
    logger = r.choice([
        "app.%s" % r.choice(WORDS), "org.example.%s" % r.choice(["Server", "Client", "Pool"]), "main",
        "worker-%d" % r.randint(1, 9), "%s[%d]" % (r.choice(["appd", "proxy", "agent"]), r.randint(100, 9999))])
    draw = r.random()
    if draw < 0.45:
        return text, False
    if draw < 0.60:
        return r.choice([
            "%s %s: %s" % (clock(r), logger, text), "%s [%s] %s" % (clock(r), logger, text), "%s: %s" % (logger, text),
        ]), False
    name = {
        "warning": r.choice(["warn", "warning"]), "warn": r.choice(["warn", "warning"]), "information": "info",
        "exception": "error", "err": "error",
    }.get(level, level)
    upper = name.upper()
    forms = [
        "%s %s %s %s" % (clock(r), upper, logger, text), "%s [%s] %s" % (clock(r), upper, text),
        "[%s] %s" % (name, text), "%s: %s" % (upper, text), "time=%s level=%s msg=\"%s\"" % (clock(r), name, text),
        json.dumps({"level": name, "ts": r.randint(1, 10**9), "msg": text}), "%s - %s - %s - %s" % (clock(r), logger, upper, text),
        "%s %s: %s" % (clock(r), name, text),
    ]
    return r.choice(forms), True


def calls(archive, suffix, style):
    """Yields the message and the level of each call, in the order of the files."""
    for member in archive:
        path = member.name
        if not member.isfile() or not path.endswith("." + suffix) or OTHERS.search(path):
            continue
        source = archive.extractfile(member).read().decode("utf-8", "replace")
        for match in CALLS[style].finditer(source):
            level = match.group(1).lower()
            if level.startswith("debug"):
                level = "debug"
            text = message(source[match.end():match.end() + 900])
            if level in LEVELS and text and len(re.findall(r"[A-Za-z]{2,}", HOLE.sub(" ", text))) >= 2:
                yield text, level


def lines(repositories):
    """Yields the lines of all programs as (text, label, source, states its level)."""
    seen = set()
    for name, commit, suffix, style, _ in PROGRAMS:
        data = subprocess.run(
            ["git", "-C", f"{repositories}/{name}.git", "archive", "--format=tar", commit, "--",
             f":(glob)**/*.{suffix}"], check=True, capture_output=True).stdout
        found = []
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for text, level in calls(archive, suffix, style):
                key = re.sub(r"[^a-z]", "", HOLE.sub("", text).lower())
                if key in seen:
                    continue
                seen.add(key)
                digest = hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()
                found.append((digest, text, level))
        for digest, text, level in sorted(found)[:MOST_LINES]:
            line, states = rendered(text, LEVELS[level], level, random.Random(digest))
            yield line, LEVELS[level], FAMILIES.get(name, name), states
