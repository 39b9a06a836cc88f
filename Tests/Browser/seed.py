"""Creates the records of the full run with the program ILK, and prints the version of a candidate."""

import datetime
import json
import os
import subprocess
import sys

from hostile import hostile, hostile_name

ILK = os.environ["ILK"]
FOLDER = os.environ["HOME"]  # run.sh makes a new one.
TRACE = "7d444840-9dc0-11d1-b245-5ffdce74fad2"


def ilk(*arguments, lines=()):
    """Runs the program, with values as JSON lines on the standard input."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([ILK, *arguments], input=text, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"ilk {' '.join(arguments)} ends with {done.returncode}")
    return done.stdout


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def log(texts, *options):
    """Logs texts and returns the ids of their entries."""
    lines = ilk("classify", "--ndjson", "--log", *options, lines=[{"text": text} for text in texts])
    return [json.loads(line)["classification"]["entry"] for line in lines.splitlines()]


def labels():
    """Corrections by two people, one of which is probably wrong, and a hostile author."""
    numbers = range(8)
    messages = log([f"lunch at {number} tomorrow?" for number in numbers])
    emails = log([f"Dear Ann, the invoice {number} is attached. Regards, Bob" for number in numbers])
    pairs = [(entry, "message") for entry in messages] + [(entry, "email") for entry in emails[1:]]
    for author, labels in [("bob", [*pairs, (emails[0], "code")]), ("zoe", pairs[:5])]:
        text = "".join(json.dumps({"id": entry, "category": label, "author": author}) + "\n" for entry, label in labels)
        ilk("log", "correct", "--from", write("labels.jsonl", text))
    entry = log([hostile("text")])[0]
    ilk("log", "correct", entry, "email", "--by", hostile("author"))


def models():
    """A candidate that is worse than the active version, and a taxonomy with several labels per text."""
    lines = [json.dumps({"text": f"let x{number} = {number};", "label": "code"}) for number in range(30)]
    ilk("model", "regression-set", write("regression.jsonl", "\n".join(lines)), "--quiet")
    texts = [json.dumps({"text": f"see you at {number}", "label": "message"}) for number in range(14)]
    texts += [json.dumps({"text": f"Dear Bob, order {number}", "label": "email"}) for number in range(14)]
    model = os.path.join(FOLDER, "candidate.ilk")
    ilk("train", write("two.jsonl", "\n".join(texts)), "--name", "doctype", "--output", model, "--quiet")
    ilk("model", "import", model, "--why", hostile("reason"), "--by", hostile("importer"), "--quiet")
    texts = [json.dumps({"text": f"sun and rain {number}", "label": ["warm", "wet"]}) for number in range(14)]
    texts += [json.dumps({"text": f"snow at night {number}", "label": ["cold"]}) for number in range(14)]
    several = write("several.jsonl", "\n".join(texts))
    ilk("train", several, "--name", "weather", "--why", hostile("card"), "--quiet")
    ilk("taxonomy", "rename", "weather", hostile("taxonomy"), "--quiet")
    ilk("taxonomy", "rename", "weather", hostile("title"), "--label", "warm", "--quiet")
    ilk("taxonomy", "edit", "weather", "--add", hostile_name("label"), "--quiet")
    path = os.path.join(os.environ["XDG_CONFIG_HOME"], "ilk/taxonomies/weather.yaml")
    with open(path) as file:
        text = file.read()
    about = json.dumps(hostile("description"))
    with open(path, "w") as file:
        file.write(text.replace("  - key: cold\n", f"  - key: cold\n    description: {about}\n"))
    log([f"sun and snow {number}" for number in range(4)], "--taxonomy", "weather")


def rules():
    """A rule file with a hostile name. Its text is hostile, too."""
    folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "ilk/rules/doctype")
    os.makedirs(folder)
    with open(os.path.join(folder, hostile_name("file") + ".yaml"), "w") as file:
        file.write(pack("planted-file", hostile("comment"), hostile("rule")))


def pack(name, comment, description):
    return f"""# {comment}
version: 1
pack: {name}
taxonomy: doctype
description: {json.dumps(description)}
rules:
  - id: {name}.word
    description: {json.dumps(description)}
    label: document
    weight: 1
    match: {{ word: {{ words: [zyzzyva] }} }}
    examples: {{ match: ["a zyzzyva"], reject: ["nothing"] }}
"""


def applications():
    ilk("calls", "add", hostile("contact"), "20m", "happy", "--at", "3h", "--notes", hostile("note"),
        "--tag", hostile_name("tag"), "--attach", hostile_name("attachment"), "--quiet")
    ilk("usage", "profiles", "--add", hostile("caregiver"), "--role", "parent", "--quiet")
    ilk("usage", "devices", "--add", hostile("device"), "--quiet")
    ilk("usage", "tap", hostile("symbol"), "--label", hostile("word"), "--category", hostile_name("page"), "--tag",
        hostile("tag"), "--caregiver", hostile("caregiver"), "--at", "2m", "--quiet")
    ilk("usage", "speak", "--quiet")
    # Used often before, and no longer: a regression.
    for day in range(12, 31):
        ilk("usage", "tap", *[hostile("gone")] * 4, "--at", f"{day}d", "--quiet")
    for day in range(9):
        ilk("usage", "tap", "other", "--at", f"{day}d", "--quiet")
    ilk("usage", "regressions")
    now = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=1)
    events = [{
        "id": f"00000000-0000-0000-0001-{number:012}", "correlation_id": TRACE, "source": "web", "level": "warn",
        "timestamp": now.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "event": hostile("event"),
        "payload": {hostile("field"): hostile("value"), "number": number},
    } for number in range(2)]
    ilk("debug", "import", "-", "--quiet", lines=events)
    for scope in ["sync", "read"]:
        ilk("token", "create", hostile_name(scope), "--account", hostile_name("account"), "--scope", scope, "--quiet")
    mail = f"""From eve@example.org Mon Nov 23 10:00:00 2026
From: "{hostile("sender").replace('"', "")}" <eve@example.org>
To: "{hostile("receiver").replace('"', "")}" <bob@example.org>
Cc: "{hostile("copy").replace('"', "")}" <zoe@example.org>
Subject: {hostile("subject")}
Date: Mon, 23 Nov 2026 10:00:00 +0000
Content-Type: multipart/mixed; boundary=part

--part
Content-Type: text/plain

{hostile("body")}
--part
Content-Type: application/pdf; name="{hostile_name("pdf").replace('"', "")}"
Content-Disposition: attachment; filename="{hostile_name("pdf").replace('"', "")}"

x
--part--
"""
    ilk("mail", "import", write("hostile.mbox", mail), "--account", hostile_name("mailbox"), "--label",
        hostile_name("folder"), "--quiet")


if __name__ == "__main__":
    for create in [labels, models, rules, applications]:
        create()
    versions = json.loads(ilk("model", "ls", "--format", "json"))
    print(next(item["version"] for item in versions if "planted reason" in (item.get("why") or "")))
