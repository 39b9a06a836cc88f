"""How well the emotions of texts are told, beside scikit-learn on the same texts in the same run.

    emotions.py ILK TRAIN.jsonl TEST.jsonl

`ilk retrain --from calls --texts TRAIN` makes the model as a user does; it and scikit-learn's are asked about TEST. The
rules alone, and the rules beside the model, are asked too.
"""

import json
import os
import subprocess
import sys
import tempfile
import time


def read(path):
    with open(path, encoding="utf-8") as file:
        return [(line["text"], line["label"]) for line in map(json.loads, file)]


def run(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def ours(ilk, train, test, folder):
    environment = dict(os.environ, HOME=folder, XDG_DATA_HOME=os.path.join(folder, "data"))
    # A store of calls must be there: one call, without an emotion.
    run(ilk, "calls", "add", "Ann", env=environment)
    start = time.monotonic()
    run(ilk, "retrain", "--from", "calls", "--texts", train, env=environment)
    print(f"ilk retrain --from calls --texts: {time.monotonic() - start:.1f} s")
    for name, options in (
        ("rules and model, as calls are suggested", []),
        ("model alone", ["--rules", "none"]),
        ("rules alone", ["--classifier", "rules"]),
    ):
        found = json.loads(run(ilk, "eval", "--taxonomy", "emotion", *options, "--format", "json", test, env=environment))
        print(f"ilk, {name}: accuracy {found['accuracy']:.4f}, macro-F1 {found['macroF1']:.4f}")


def main():
    ilk, train, test = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        ours(ilk, train, test, folder)
    try:
        from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.metrics import accuracy_score, f1_score
        from sklearn.naive_bayes import ComplementNB, MultinomialNB
        from sklearn.pipeline import make_pipeline
    except ImportError:
        print("skipped: scikit-learn is not here")
        return
    kept, held = read(train), read(test)
    for name, model in (
        ("naive Bayes", make_pipeline(CountVectorizer(), MultinomialNB())),
        ("complement naive Bayes, pairs", make_pipeline(CountVectorizer(ngram_range=(1, 2)), ComplementNB())),
        ("TF-IDF, logistic", make_pipeline(TfidfVectorizer(sublinear_tf=True), LogisticRegression(C=10, max_iter=1000))),
        (
            "TF-IDF, pairs, logistic, balanced",
            make_pipeline(
                TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2)),
                LogisticRegression(C=10, max_iter=1000, class_weight="balanced"),
            ),
        ),
    ):
        start = time.monotonic()
        model.fit([text for text, _ in kept], [label for _, label in kept])
        found = model.predict([text for text, _ in held])
        wanted = [label for _, label in held]
        print(
            f"scikit-learn, {name}: accuracy {accuracy_score(wanted, found):.4f},"
            f" macro-F1 {f1_score(wanted, found, average='macro'):.4f} ({time.monotonic() - start:.1f} s)"
        )


main()
