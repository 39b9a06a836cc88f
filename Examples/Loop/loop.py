"""Runs the whole learning loop of Ilk on labeled texts and prints the terminal transcript.

Train, evaluate, classify and log, review at the keyboard, correct, retrain, roll back, serve. Everything
happens in a temporary folder. The files are CSV or JSON Lines with the columns or fields `text` and `label`.

    python3 loop.py ilk news.csv --name news
    python3 loop.py ilk sms.csv --taxonomy spam --hide-texts
"""

import argparse
import csv
import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("ilk", help="the program")
parser.add_argument("texts", nargs="+", help="CSV or JSON Lines with the columns or fields text and label")
kind = parser.add_mutually_exclusive_group(required=True)
kind.add_argument("--name", help="train a new label set with this name")
kind.add_argument("--taxonomy", help="use an existing label set")
parser.add_argument("--hide-texts", action="store_true", help="replace the texts in the transcript")
parser.add_argument("--corrections", type=int, default=300, help="how many queued entries are corrected")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

SCREEN = (80, 24)
ilk = os.path.abspath(options.ilk)
taxonomy = options.name or options.taxonomy
folder = tempfile.TemporaryDirectory(prefix="ilk-loop-")
bin_folder = os.path.join(folder.name, "bin")
os.makedirs(bin_folder)
os.symlink(ilk, os.path.join(bin_folder, "ilk"))
environment = {
    "HOME": folder.name, "XDG_DATA_HOME": folder.name + "/data", "PATH": bin_folder + ":/usr/bin:/bin", "USER": "ana",
    "LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1",
}
work = os.path.join(folder.name, "work")
os.makedirs(work)

rows = []
for path in options.texts:
    with open(path, newline="", encoding="utf-8") as file:
        records = map(json.loads, file) if path.endswith(".jsonl") else csv.DictReader(file)
        rows += [(row["text"], row["label"]) for row in records]
random.Random(options.seed).shuffle(rows)
labels = dict(rows)
words = sorted({" ".join(text.split())[:24] for text, _ in rows if len(text) > 24}, key=len, reverse=True)


def write(name, part):
    """Writes rows as CSV."""
    with open(os.path.join(work, name), "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("text", "label"), *part])


def hidden(output):
    """Returns output without the texts of the file, if that is asked for."""
    if not options.hide_texts:
        return output
    starts = {word[:10] for word in words}
    lines = []
    for line in output.splitlines():
        found = [at for at in range(len(line)) if line[at:at + 10] in starts]
        lines.append(line[:found[0]] + "(text)" if found else line)
    return "\n".join(lines) + "\n"


def run(line, show=8, allowed=(0,)):
    """Runs a command line, prints it with the first lines of its output unless `show` is 0, and returns the output."""
    result = subprocess.run(["sh", "-c", line], cwd=work, env=environment, capture_output=True, text=True)
    output = result.stderr + result.stdout
    lines = hidden(output).splitlines()
    if show > 0:
        print("\n".join([f"$ {line}", *lines[:show]] + ["..."] * (len(lines) > show)))
    if result.returncode not in allowed:
        sys.exit(f"status {result.returncode}\n{output}")
    return result.stdout


def review(count):
    """Reviews entries in a terminal, with the label of the file for each, and prints the first screen."""
    line = f"ilk review --taxonomy {taxonomy} --limit {count}"
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(work)
        os.execve("/bin/sh", ["sh", "-c", f"stty cols {SCREEN[0]} rows {SCREEN[1]}; exec {line}"], environment)
    shown, seen, end = None, "", time.monotonic() + 120
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                seen += os.read(terminal, 65536).decode("utf-8", "replace")
            except OSError:
                break  # The program has ended.
            continue
        if "q: quit" not in seen:
            continue
        # The program shows a text and waits for a key.
        screen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "\n", seen)
        shown = shown or screen
        keys = {name: key for key, name in re.findall(r"(?:^|\s)([1-9a-z])\s+([\w-]+)", screen)}
        text = " ".join(screen.split())
        label = next((labels[row] for row in labels if " ".join(row.split())[:60] in text), None)
        os.write(terminal, keys.get(label, "q").encode())
        seen = ""
    os.close(terminal)  # Ends the program if it still waits.
    os.waitpid(process, 0)
    rows = [row for row in (shown or "").splitlines() if row.strip()]
    rules = [at for at, row in enumerate(rows) if row.startswith("───")]
    if options.hide_texts and len(rules) > 1:
        rows[rules[0] + 1:rules[1]] = ["(text)"]
    print("\n".join([f"$ {line}", *rows, "..."]))


third = len(rows) // 3
train, stream, test = rows[:third], rows[third:2 * third], rows[2 * third:]
write("train.csv", train)
write("test.csv", test)
with open(os.path.join(work, "stream.jsonl"), "w", encoding="utf-8") as file:
    for text, _ in stream:
        file.write(json.dumps({"text": text}) + "\n")

if options.name:
    run("ilk train train.csv --check", show=14)
    run(f"ilk train train.csv --name {taxonomy}")
run(f"ilk eval --taxonomy {taxonomy} test.csv", show=5)
run(f"ilk classify --ndjson --taxonomy {taxonomy} --log stream.jsonl > classified.jsonl")
run(f"ilk log ls --taxonomy {taxonomy} --limit 4")
review(12)
newest = json.loads(run(f"ilk log show -1 --taxonomy {taxonomy} --format json", show=4))["entry"]
run(f"ilk log correct -1 '{labels[newest['text']]}' --taxonomy {taxonomy}")
queue = run(f"ilk log queue --taxonomy {taxonomy} --limit {options.corrections} --format ndjson", show=1)
with open(os.path.join(work, "reviewed.jsonl"), "w", encoding="utf-8") as file:
    for line in queue.splitlines():
        entry = json.loads(line)["entry"]
        file.write(json.dumps({"id": entry["id"], "category": labels[entry["text"]]}) + "\n")
run(f"ilk log correct --from reviewed.jsonl --taxonomy {taxonomy}")
run(f"ilk retrain --taxonomy {taxonomy}", allowed=(0, 1))
run(f"ilk model ls --taxonomy {taxonomy}")
listed = json.loads(run(f"ilk model ls --taxonomy {taxonomy} --format json", show=0))
newest = listed["versions"][0]["version"] if isinstance(listed, dict) else listed[0]["version"]
if not any(row.startswith("*") and newest in row for row in run(f"ilk model ls --taxonomy {taxonomy}", 0).splitlines()):
    run(f"ilk model promote {newest} --taxonomy {taxonomy}")
run(f"ilk eval --taxonomy {taxonomy} test.csv", show=3)
run(f"ilk model rollback --taxonomy {taxonomy} --why 'to show it'")
run(f"ilk model promote {newest} --taxonomy {taxonomy}")
run("ilk token create desk --scope classify > token")
server = subprocess.Popen(
    ["ilk", "serve", "--taxonomy", taxonomy, "--no-debug", "--listen", "127.0.0.1:0"], cwd=work, env=environment,
    executable=ilk, stderr=subprocess.PIPE, text=True)
try:
    # Other messages can come first. The lines end if the server cannot start.
    found = next(filter(None, (re.search(r"http://[0-9.:]+", line) for line in server.stderr)), None)
    if found is None:
        sys.exit("the server did not start")
    address = found.group()
    print(f"$ ilk serve --taxonomy {taxonomy} --no-debug &")
    with open(os.path.join(work, "one.txt"), "w", encoding="utf-8") as file:
        file.write(test[0][0])
    headers = "-H \"Authorization: Bearer $(cat token)\" -H 'Content-Type: text/plain'"
    run(f"curl -s {headers} --data-binary @one.txt {address}/v1/classify")
finally:
    server.terminate()
    server.wait(timeout=30)
