#!/usr/bin/env python3
"""How fast texts are classified in process, one by one, beside fastText and scikit-learn, in one run.

    python3 -m venv .venv && .venv/bin/pip install scikit-learn
    .venv/bin/python Benchmarks/peers/one_at_a_time.py train.jsonl test.jsonl -- ilk-bench

Each line of the files has the members "text" and "label". `ilk-bench` is the built benchmark, whose topic `classify` is
run; fastText is the program of that name. All is timed by the processor time used, in turns, ROUNDS times; medians are
told. fastText's `predict` is what reading the test texts REPEAT times more costs, so that its start and its reading of
the model do not count.
"""

import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5
REPEAT = 40


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def spent(command, **options):
    """The processor time of a command, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class FastText:
    """Lower case, marks apart, as its documentation says; the default settings."""

    def __init__(self, train, test, folder):
        self.model = os.path.join(folder, "model")
        self.once, self.often = (os.path.join(folder, name) for name in ("once", "often"))
        lines = [self.line(row) for row in test]
        with open(os.path.join(folder, "train"), "w") as file:
            file.writelines(self.line(row) for row in train)
        with open(self.once, "w") as file:
            file.writelines(lines)
        with open(self.often, "w") as file:
            file.writelines(lines * (REPEAT + 1))
        subprocess.run(
            ["fasttext", "supervised", "-input", os.path.join(folder, "train"), "-output", self.model,
             "-thread", "1", "-verbose", "0"], check=True, capture_output=True)

    @staticmethod
    def line(row):
        text = " ".join(re.sub(r"([^\w\s])", r" \1 ", row["text"].lower()).split())
        return "__label__" + str(row["label"]).replace(" ", "_") + " " + text + "\n"

    def seconds(self):
        def predict(path):
            return spent(["fasttext", "predict", self.model + ".bin", path], stdout=subprocess.DEVNULL)
        return (predict(self.often) - predict(self.once)) / REPEAT


def one_by_one(train, test):
    """scikit-learn's multinomial naive Bayes over words, asked for the probabilities of one text after another."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline

    model = make_pipeline(CountVectorizer(), MultinomialNB())
    model.fit([row["text"] for row in train], [row["label"] for row in train])
    texts = [row["text"] for row in test[:300]]

    def seconds():
        begin = time.process_time()
        for text in texts:
            model.predict_proba([text])
        share = sum(len(text.encode()) for text in texts) / sum(len(row["text"].encode()) for row in test)
        return (time.process_time() - begin) / share
    return seconds


def main() -> int:
    words = sys.argv[1:]
    if "--" not in words or words.index("--") != 2:
        print(__doc__, file=sys.stderr)
        return 64
    options, bench = words[:words.index("--")], words[words.index("--") + 1]
    train, test = rows(options[0]), rows(options[1])
    megabytes = sum(len(row["text"].encode()) for row in test) / 1e6
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        peers = {}
        if shutil.which("fasttext"):
            fast = FastText(train, test, folder)
            peers["fastText predict"] = lambda: megabytes / max(fast.seconds(), 1e-9)
        seconds = one_by_one(train, test)
        peers["scikit-learn, one text at a time"] = lambda: megabytes / seconds()
        for _ in range(ROUNDS):
            for name, rate in peers.items():
                figures.setdefault(name, []).append(rate())
            out = subprocess.run(
                [bench, "classify", "--train", options[0], "--test", options[1]],
                capture_output=True, text=True, check=True).stdout
            for name, steady, fresh in re.findall(r"^(.*): ([\d.]+) MB/s, ([\d.]+) MB/s in a new", out, re.M):
                figures.setdefault("ilk: " + name, []).append(float(steady))
                figures.setdefault("ilk: " + name + ", new session", []).append(float(fresh))
    for name, values in figures.items():
        ratios = ", ".join(
            f"{statistics.median(a / b for a, b in zip(values, figures[peer])):.2f}x {peer}"
            for peer in peers if peer != name)
        print(f"{name}: {statistics.median(values):.2f} MB/s; {ratios}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
