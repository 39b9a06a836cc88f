#!/usr/bin/env python3
"""Trains the built-in models beside the built-in rules, measures them and writes their cards.

    train.py TAXONOMY --ilk PROGRAM --corpora FOLDER --repositories FOLDER --version 1.2.0

TAXONOMY is doctype, spam, emotion or severity. CORPORA has the folders of labeled texts. REPOSITORIES has clones,
OWNER/NAME.git, of the programs that `logs.py` and `sets.py` name. The same files give the same bytes.

Rules, model and both are measured on held-out sources: in each of ten folds a model is trained without whole groups
of sources, with the settings of the shipped one. Nothing is chosen by a test file. No text is written to the project.
"""
import argparse, json, os, re, subprocess, sys
import card, sets

# The options of `ilk train`. They were chosen on held-out sources.
SETTINGS = {
    "doctype": ["--feature-groups", "style,unigrams,skeletonBigrams", "--max-size", "2020k"],
    "spam": ["--feature-groups", "unigrams,bigrams", "--minimum-frequency", "5", "--max-size", "640k"],
    "emotion": ["--max-size", "820k"],
    "severity": ["--feature-groups", "unigrams,bigrams"],
}
VARIANTS = ("rules", "bayes", "fused")
FOLDS = 10
# By their numbers in a model file.
GROUPS = ["style", "unigrams", "characterNgrams", "skeletonBigrams", "bigrams", "wordNgrams"]


def run(options, *arguments, texts=None):
    """Runs ilk on texts and returns its output and its messages. Rules and settings of the user do not count."""
    home = f"{options.work}/home"
    os.makedirs(home, exist_ok=True)
    environment = dict(os.environ, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home, XDG_CACHE_HOME=home)
    lines = None if texts is None else "".join(json.dumps({"text": text}) + "\n" for text in texts).encode()
    done = subprocess.run([options.ilk, *arguments], input=lines, capture_output=True, env=environment)
    messages = done.stderr.decode()
    sys.stderr.write(messages)
    if done.returncode:
        sys.exit(f"error: ilk {' '.join(arguments)} ended with status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")], messages


def trained(options, rows, file):
    """Trains a model of the rows, all of which may be in a shipped model.

    Returns the threshold of the guaranteed error rate on new sources, or None.
    """
    texts = f"{options.work}/train.jsonl"
    with open(texts, "w", encoding="utf-8") as out:
        for row in rows:
            line = {"text": row.text, "label": row.label, "source": row.source}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
    _, messages = run(
        options, "train", texts, "--rules", "built-in", "--name", options.taxonomy, "-o", file, "--force", *options.settings)
    os.remove(texts)
    return stated_threshold(messages)


def stated_threshold(messages):
    """Returns the threshold that the messages of `ilk train` state for new sources, or None."""
    stated = re.search(r"with the threshold ([0-9.]+)", messages)
    return float(stated[1]) if stated else None


def predicted(options, rows, variant, model=None):
    """Returns the most probable label of each row, its probability and whether the text is familiar, without a threshold.

    A tie is the first label.
    """
    arguments = ["classify", "--ndjson", "--taxonomy", options.taxonomy, "--rules", "built-in", "--classifier", variant, "--threshold", "0"]
    verdicts, _ = run(options, *arguments, *(["--model", model] if model else []), texts=[row.text for row in rows])
    answers = []
    for verdict in (line["classification"] for line in verdicts):
        best = verdict if verdict["category"] else verdict["guess"]
        answers.append((best["category"], best["probability"], verdict["category"] is not None))
    return answers


def words(options, rows):
    found, _ = run(options, "features", "--ndjson", texts=[row.text for row in rows])
    return [line["features"]["wordCount"] for line in found]


def measured(options, rows, model, threshold=None):
    """Returns an outcome for each row of a test set."""
    found = [predicted(options, rows, variant, None if variant == "rules" else model) for variant in VARIANTS]
    outcomes = []
    for row, length, *answers in zip(rows, words(options, rows), *found, strict=True):
        labels = [label for label, _, _ in answers]
        by_variant = {
            variant: (stated, label == row.label, accepts) for variant, (label, stated, accepts) in zip(VARIANTS, answers)}
        outcomes.append(card.Outcome(row.label, length, row.group, row.ships, row.kind, *labels, by_variant, threshold))
    return outcomes


def held_out(options, rows):
    """Returns an outcome for each row of a group, from models that were trained without that group."""
    outcomes, folds, last = [], sets.folds(rows, FOLDS), None
    for fold in range(max(folds) + 1):
        model = f"{options.work}/fold.ilk"
        texts = [row for row, place in zip(rows, folds) if place != fold and row.ships]
        if texts != last:
            threshold = trained(options, texts, model)
        last = texts
        outcomes += measured(options, [row for row, place in zip(rows, folds) if place == fold], model, threshold)
        figures = {variant: round(card.accuracy(outcomes, variant), 4) for variant in VARIANTS}
        print(f"{options.taxonomy}: fold {fold + 1} of {max(folds) + 1}: {figures}", file=sys.stderr, flush=True)
    return outcomes


def header(file):
    """Returns the JSON header of a model file (docs/reference/model-file.md)."""
    data = open(file, "rb").read()
    start = data.index(b'{"')
    return json.JSONDecoder().raw_decode(data[start:].decode("utf-8", "ignore"))[0]


def described(options, file, rows):
    """Writes the manifest of a version and returns it."""
    found = header(file)
    digest = open(file, "rb").read()[32:64].hex()
    manifest = {
        "digest": digest, "documents": dict(zip(found["taxonomy"]["categories"], found["documents"])),
        "features": found["featureCount"], "kind": "bayes", "parent": None, "taxonomy": options.taxonomy,
        "trainedOn": sorted({row.source.split(":")[0] for row in rows if row.ships}), "version": options.version,
    }
    with open(f"{os.path.dirname(file)}/manifest.json", "w", encoding="utf-8") as out:
        json.dump(manifest, out, indent=2, ensure_ascii=False)
        out.write("\n")
    return manifest


def publish(options, folder, rows, tests, outcomes):
    """Trains the shipped model, and writes its manifest and its card."""
    file = f"{folder}/{options.taxonomy}.ilk"
    os.makedirs(folder, exist_ok=True)
    trained(options, [row for row in rows if row.ships], file)
    manifest = described(options, file, rows)
    documents = manifest["documents"]
    values = {
        "version": options.version, "features": f"{manifest['features']:,}",
        "size": f"{os.path.getsize(file) / 1e6:.2f} MB", "texts": f"{sum(documents.values()):,}",
        "groups": ", ".join(GROUPS[number] for number in header(file)["settings"]["featureGroups"]),
        "settings": " ".join(options.settings),
        "counts": card.table(["label", "texts"], [[f"`{label}`", f"{count:,}"] for label, count in documents.items()]),
    }
    template = f"{os.path.dirname(os.path.abspath(__file__))}/{options.taxonomy}.md"
    results = {name: measured(options, test, file) for name, test in tests.items()}
    card.write(template, folder, values, list(documents), outcomes, results)


def main():
    parser = argparse.ArgumentParser(description="Train and measure a built-in model.")
    parser.add_argument("taxonomy", choices=SETTINGS)
    parser.add_argument("--ilk", required=True, help="the program that trains")
    parser.add_argument("--corpora", required=True)
    parser.add_argument("--repositories", required=True)
    parser.add_argument("--version", help="the version to write; without it the model is only measured")
    parser.add_argument("--settings", help="other options of ilk train, to compare them")
    parser.add_argument("--work", default=".build/models")
    options = parser.parse_args()
    folder = f"models/{options.taxonomy}/{options.version}"
    if options.version and os.path.exists(folder):
        sys.exit(f"error: {folder} exists; versions are never overwritten")
    options.ilk = os.path.abspath(options.ilk)
    options.settings = options.settings.split() if options.settings else SETTINGS[options.taxonomy]
    options.work = f"{options.work}/{options.taxonomy}"
    os.makedirs(options.work, exist_ok=True)
    rows, tests = getattr(sets, options.taxonomy)(options)
    outcomes = held_out(options, rows)
    print(card.summary(outcomes))
    if options.version:
        publish(options, folder, rows, tests, outcomes)


if __name__ == "__main__":
    main()
