#!/usr/bin/env python3
"""Replays histories of corrections with the gate of `ilk retrain`, beside always and never promoting.

    Benchmarks/gate-histories.py ILK CORPORA OUTPUT [--streams NAME,...] [--seeds 2] [--policies gate,always] [--part 1/2]
    Benchmarks/gate-histories.py --report OUTPUT...

A history is a stream of learning-curves.py (or `fifty`: the sources of texts as labels), a choice of corrections (random,
or by the queue), and errors: a share of wrong labels, one author who always gives the same wrong label, or a drift, in
which the labels come one after the other. `ilk retrain` runs at six sizes up to 1,000 corrections. OUTPUT gets a line of
JSON for each retraining: the evidence, the decision, and the accuracy of the active version, of the candidate and of the
version that is active afterwards, on unseen texts, without the overlay. --report prints the tables.
"""
import argparse, collections, importlib.util, json, os, random, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("curves", f"{HERE}/learning-curves.py")
curves = importlib.util.module_from_spec(spec)
spec.loader.exec_module(curves)

SIZES = (25, 100, 300, 500, 800, 1_000)
BASE, UNSEEN = 3_000, 700
HARM = -0.02
TROUBLES = ("none", "wrong 5 %", "wrong 20 %", "wrong 50 %", "malicious", "drift")
CHOICES = {"none": ("random", "queue"), "drift": ("random",)}


def fifty(corpora):
    """A stream with fifty labels: the sources of the texts."""
    rows = [curves.Text(text[:curves.LONGEST], source, source)
            for text, _, source, _ in curves.sets.folder(corpora, "doctype")]
    common = [name for name, _ in collections.Counter(row.label for row in rows).most_common(50)]
    rows = curves.shuffled([row for row in rows if row.label in common], "fifty")
    parts = collections.defaultdict(list)
    for row in rows:
        parts[row.label].append(row._replace(source="", label=f"s{common.index(row.label)}"))
    base = [row for some in parts.values() for row in some[:25]]
    rest = curves.shuffled([row for some in parts.values() for row in some[25:100]], "stream")
    return curves.Stream("fifty", "curves", base, [], rest[:curves.LOGGED], rest[curves.LOGGED:])


def streams(corpora, names):
    yield from curves.document_streams(corpora, [name for name in names if name in curves.SOURCES])
    for name in names:
        if name in curves.TOPICS:
            yield curves.topic_stream(corpora, name)
        if name == "fifty":
            yield fifty(corpora)


class History(curves.Ilk):
    """A copy of a prepared log and base version, without its own setup."""

    def __init__(self, prepared, stream, work):
        self.ilk, self.stream, self.work, self.ids = prepared.ilk, stream, work, prepared.ids
        shutil.copytree(prepared.work, work, dirs_exist_ok=True)
        # Versions are measured without the log, so without the overlay of its corrections.
        self.bare = f"{work}/bare"
        os.makedirs(f"{self.bare}/ilk")
        for name in os.listdir(f"{work}/ilk"):
            if not name.startswith(("log", "retraining", "curves.", "archive")) or name == "taxonomies":
                os.symlink(f"{work}/ilk/{name}", f"{self.bare}/ilk/{name}")
        self.places = {f"XDG_{name}_HOME": work for name in ("CONFIG", "DATA", "STATE", "CACHE")}
        self.environment = dict(os.environ, **self.places)

    def accuracy(self, version):
        self.environment["XDG_DATA_HOME"] = self.bare
        command = ["classify", "--ndjson", "--threshold", "0", "--taxonomy", self.stream.taxonomy, "--model", version]
        rows = self.stream.test[:UNSEEN]
        lines = self.run(command, [{"text": row.text} for row in rows]).stdout.splitlines()
        self.environment["XDG_DATA_HOME"] = self.work
        found = [json.loads(line)["classification"] for line in lines]
        labels = [verdict["category"] or verdict["guess"]["category"] for verdict in found]
        return sum(label == row.label for label, row in zip(labels, rows, strict=True)) / len(rows)

    def active(self):
        shown = self.run(["model", "show", "active", "--taxonomy", self.stream.taxonomy, "--format", "json"])
        return json.loads(shown.stdout)["version"]

    def correct_as(self, places, labels, authors):
        path = f"{self.work}/corrections.jsonl"
        with open(path, "w") as file:
            for place, label, author in zip(places, labels, authors):
                file.write(json.dumps({"id": self.ids[place], "category": label, "author": author}) + "\n")
        self.run(["log", "correct", "--from", path, "--taxonomy", self.stream.taxonomy])


def errors(trouble, stream, places, generator):
    """Returns the given labels of corrections, and their authors."""
    known = sorted({row.label for row in [*stream.base, *stream.log]})
    target = known[0]
    labels, authors = [], []
    for place in places:
        label, author = stream.log[place].label, generator.choice(["ann", "bob"])
        if trouble.startswith("wrong") and generator.random() < int(trouble.split()[1]) / 100:
            label = generator.choice([other for other in known if other != label])
        if trouble == "malicious" and generator.random() < 0.4:
            label, author = target, "eve"
        labels.append(label)
        authors.append(author)
    return labels, authors


def order(trouble, stream, generator):
    places = list(range(len(stream.log)))
    generator.shuffle(places)
    if trouble == "drift":
        rank = {label: index for index, label in enumerate(sorted({row.label for row in stream.log}))}
        places.sort(key=lambda place: rank[stream.log[place].label])
    return places


def replay(prepared, stream, seed, choice, trouble, policy, output):
    """Replays a history with a policy, and writes a line for each retraining."""
    generator = random.Random(f"{stream.name} {seed} {trouble}")
    places = order(trouble, stream, generator)
    with tempfile.TemporaryDirectory() as work:
        history = History(prepared, stream, work)
        accuracies, done = {}, 0

        def accuracy(version):
            if version not in accuracies:
                accuracies[version] = history.accuracy(version)
            return accuracies[version]

        base = accuracy(history.active())
        for size in SIZES:
            if choice == "queue":
                new = history.queue(min(size, len(stream.log)) - done)
            else:
                new = places[done:size]
            labels, authors = errors(trouble, stream, new, generator)
            history.correct_as(new, labels, authors)
            done = size
            before = history.active()
            report = json.loads(history.run(
                ["retrain", "--taxonomy", stream.taxonomy, "--format", "json"], statuses=(0, 1)).stdout)
            candidate, after = report.get("version") or before, history.active()
            if policy == "always" and candidate != after:
                history.run(["model", "promote", candidate, "--taxonomy", stream.taxonomy, "--why", "always", "--force"])
            line = {"stream": stream.name, "seed": seed, "choice": choice, "trouble": trouble, "policy": policy,
                    "size": size, "base": base, "before": accuracy(before), "candidate": accuracy(candidate),
                    "after": accuracy(history.active()), "isPromoted": candidate == after and candidate != before,
                    "versions": [before, candidate, history.active()], "report": report}
            output.write(json.dumps(line) + "\n")
            output.flush()


def run(options):
    names = options.streams.split(",")
    part, parts = (int(number) for number in options.part.split("/"))
    number = 0
    with open(options.output, "a") as output:
        for stream in streams(options.corpora, names):
            stream = stream._replace(base=stream.base[:BASE])
            cases = [(seed, choice, trouble, policy) for seed in range(1, options.seeds + 1) for trouble in TROUBLES
                     for choice in CHOICES.get(trouble, ("random", "queue")) for policy in options.policies.split(",")]
            mine = []
            for case in cases:
                number += 1
                if number % parts == part % parts:
                    mine.append(case)
            with tempfile.TemporaryDirectory() as work:
                prepared = curves.Ilk(options.ilk, stream, work)
                for case in mine:
                    replay(prepared, stream, *case, output)


def report(paths):
    lines = [json.loads(line) for path in paths for line in open(path)]
    gated = [line for line in lines if line["policy"] == "gate"]
    histories = {(line["stream"], line["seed"], line["choice"], line["trouble"]) for line in lines}
    print(f"{len(histories)} histories, {len(lines)} retrainings\n")
    print("| | mean accuracy on unseen texts |\n|---|---|")
    print(f"| never promote | {statistics.fmean(line['base'] for line in gated):.4f} |")
    for policy in ("always", "gate"):
        chosen = [line["after"] for line in lines if line["policy"] == policy]
        if chosen:
            print(f"| {policy} | {statistics.fmean(chosen):.4f} |")
    print("\n| trouble | never | always | gate |\n|---|---|---|---|")
    for trouble in TROUBLES:
        some = [line for line in lines if line["trouble"] == trouble]
        cells = [statistics.fmean(line["base"] for line in some)] if some else []
        for policy in ("always", "gate"):
            after = [line["after"] for line in some if line["policy"] == policy]
            cells.append(statistics.fmean(after) if after else float("nan"))
        print(f"| {trouble} | " + " | ".join(f"{cell:.4f}" for cell in cells) + " |")
    for title, key in (("true gain in points", lambda line: max(-4, min(6, round(100 * gain(line))))),
                       ("corrections", lambda line: line["size"])):
        groups = collections.defaultdict(list)
        for line in gated:
            groups[key(line)].append(line["isPromoted"])
        print(f"\n| {title} | versions | promoted |\n|---|---|---|")
        for name in sorted(groups):
            print(f"| {name} | {len(groups[name])} | {100 * statistics.fmean(groups[name]):.0f} % |")
    harmful = [line for line in gated if gain(line) < HARM]
    stopped = [line for line in harmful if not line["isPromoted"] or is_rolled_back(line, gated)]
    print(f"\nversions that lose more than {-100 * HARM:.0f} points: {len(harmful)}, refused or rolled back: {len(stopped)}")


def gain(line):
    return line["candidate"] - line["before"]


def is_rolled_back(line, lines):
    """Returns `true` if the next retraining of the history, within 200 corrections, rolls this version back."""
    keys = ("stream", "seed", "choice", "trouble")
    later = [other for other in lines if all(other[key] == line[key] for key in keys)
             and line["size"] < other["size"] <= line["size"] + 200]
    return any(other["report"].get("rollback") for other in later)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--report"]:
        sys.exit(report(sys.argv[2:]))
    parser = argparse.ArgumentParser()
    parser.add_argument("ilk")
    parser.add_argument("corpora")
    parser.add_argument("output")
    parser.add_argument("--streams", default=",".join([*curves.SOURCES, *curves.TOPICS, "fifty"]))
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--policies", default="gate,always")
    parser.add_argument("--part", default="1/1")
    run(parser.parse_args())
