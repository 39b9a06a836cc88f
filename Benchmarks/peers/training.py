"""training.py ILK TRAIN.jsonl: how long training on words takes, beside fastText and scikit-learn's naive Bayes.

Whole processes on one thread, processor time, in turns; medians of three, and the median of the rounds' ratios. Lines are
{"text": ..., "label": ...}; fastText (the command `fasttext`) and scikit-learn get the same texts, fastText already in its own form.
"""

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

SCIKIT_LEARN = """
import json, pickle, sys
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.naive_bayes import ComplementNB, MultinomialNB
rows = [json.loads(line) for line in open(sys.argv[2])]
reader, model = {
    "hashed, MultinomialNB": (HashingVectorizer(alternate_sign=False, norm=None), MultinomialNB()),
    "counts, MultinomialNB": (CountVectorizer(), MultinomialNB()),
    "counts, ComplementNB": (CountVectorizer(), ComplementNB()),
}[sys.argv[1]]
model.fit(reader.fit_transform([row["text"] for row in rows]), [row["label"] for row in rows])
pickle.dump((reader, model), open(sys.argv[3], "wb"))
"""


def spent(command):
    """The processor time of a command, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    ilk, train = sys.argv[1:]
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        words = os.path.join(folder, "train.txt")
        with open(train) as rows, open(words, "w") as out:
            for row in map(json.loads, rows):
                text = re.sub(r"([^\w\s])", r" \1 ", row["text"].lower())
                out.write(f"__label__{row['label']} {' '.join(text.split())}\n")
        model = os.path.join(folder, "model")
        commands = {
            "ilk train": [ilk, "train", "--families", "words", "--rules", "none", "-q", train, "-o", model + ".ilk"],
            "fastText": ["fasttext", "supervised", "-input", words, "-output", model, "-thread", "1", "-verbose", "0"],
        }
        for kind in ("hashed, MultinomialNB", "counts, MultinomialNB", "counts, ComplementNB"):
            commands[f"scikit-learn: {kind}"] = [sys.executable, "-c", SCIKIT_LEARN, kind, train, model + ".pickle"]
        times = {name: [] for name in commands}
        for _ in range(3):
            for name, command in commands.items():
                times[name].append(spent(command))
        for name, found in times.items():
            ratio = statistics.median(other / own for other, own in zip(found, times["ilk train"]))
            print(f"{name:38} {statistics.median(found):6.2f} s  {ratio:5.2f}x")


main()
