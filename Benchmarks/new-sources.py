#!/usr/bin/env python3
"""The calibration error and the guaranteed error rate of document types on sources that a model has not seen.

    Benchmarks/new-sources.py ILK CORPORA [FOLDS]

Groups of sources, such as all Enron mails, are dealt to FOLDS (10) folds. For each fold, a model is trained on the other
folds and classifies the texts of this one. The threshold is the one that `ilk train` prints for new sources: 95 % of
them shall have at most 5 % errors. CORPORA contains the folders doctype and doctype2. The figures are those of rules and
model, and of the model alone. The calibration error has 15 bins of equal width, as in `ilk eval`, or of equal size.
"""
import collections, json, os, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f"{ROOT}/Tools/ModelTraining")
import sets, train
from card import LEAST, calibration_error, errors, is_kept


def main():
    ilk, corpora, folds = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 10
    rows = [sets.Row(text, label, source, sets.group_of(source), ships) for name in ("doctype", "doctype2")
            for text, label, source, ships in sets.folder(corpora, name)]
    places = sets.folds(rows, folds)
    answers, kept = {"fused": [], "bayes": []}, []
    by_unit = {"sources": collections.defaultdict(list), "groups": collections.defaultdict(list)}
    with tempfile.TemporaryDirectory() as work:
        environment = dict(os.environ, **{f"XDG_{name}_HOME": work for name in ("CONFIG", "DATA", "STATE", "CACHE")})

        def run(arguments, lines):
            text = "".join(json.dumps(line) + "\n" for line in lines).encode()
            return subprocess.run([ilk, *arguments], input=text, capture_output=True, check=True, env=environment)

        for fold in range(folds):
            left = [row for row, place in zip(rows, places) if place == fold]
            lines = [{"text": row.text, "label": row.label, "source": row.source}
                     for row, place in zip(rows, places) if place != fold]
            made = run(["train", "-", "-o", f"{work}/model.ilk", "--force", *train.SETTINGS["doctype"]], lines).stderr.decode()
            print("\n".join(line for line in made.split("\n") if "source" in line))
            stated = train.stated_threshold(made)
            for variant, found in answers.items():
                arguments = ["classify", "--ndjson", "--threshold", "0", "--model", f"{work}/model.ilk", "--classifier", variant]
                verdicts = run(arguments, [{"text": row.text} for row in left]).stdout.splitlines()
                own = []
                for row, verdict in zip(left, verdicts, strict=True):
                    verdict = json.loads(verdict)["classification"]
                    best = max(verdict["scores"], key=verdict["scores"].get)
                    own.append((verdict["scores"][best], best == row.label, verdict["category"] is not None))
                found += own
                if variant == "fused":
                    threshold = 2 if stated is None else stated
                    kept.append(errors(own, threshold))
                    for row, answer in zip(left, own):
                        by_unit["sources"][row.source].append((answer, threshold))
                        by_unit["groups"][row.group].append((answer, threshold))
    for variant, found in answers.items():
        figures = [calibration_error(found, is_equal_size) for is_equal_size in (False, True)]
        accuracy = sum(right for _, right, _ in found) / len(found)
        print(f"{variant}: accuracy {accuracy:.4f}, calibration error {figures[0]:.4f} (bins of equal size: {figures[1]:.4f})")
    accepted, wrong = (sum(column) for column in zip(*kept))
    print(f"guarantee: {accepted / len(rows):.3f} accepted, {wrong / max(1, accepted):.4f} of them wrong; kept in "
          f"{sum(is_kept(*found) for found in kept)} of {folds} folds")
    for unit, found in by_unit.items():
        large = sorted((own for own in found.values() if len(own) >= LEAST), key=len, reverse=True)
        are_kept = [is_kept(*errors([answer for answer, _ in own], own[0][1])) for own in large]
        print(f"{unit} of at least {LEAST} texts: kept in {sum(are_kept)} of {len(are_kept)}; "
              f"the 20 largest: in {sum(are_kept[:20])}")


if __name__ == "__main__":
    main()
