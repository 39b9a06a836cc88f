"""Figures of outcomes, and the tables of a card."""
import collections

# The fields rules, bayes and fused are labels. `answers` has the probability of each label, whether it is right and whether
# the text is familiar. `threshold` is the one that training stated for new sources, or None.
Outcome = collections.namedtuple("Outcome", "actual words group ships kind rules bayes fused answers threshold")
LENGTHS = [("1-2", 2), ("3-5", 5), ("6-10", 10), ("11-50", 50), ("51+", float("inf"))]
BINS, MAX_ERROR, LEAST = 15, 0.05, 20


def accuracy(outcomes, variant):
    return sum(getattr(o, variant) == o.actual for o in outcomes) / len(outcomes) if outcomes else 0


def label_figures(outcomes, variant):
    """Returns precision, recall, F1 and the number of texts, by label."""
    actual = collections.Counter(o.actual for o in outcomes)
    predicted = collections.Counter(getattr(o, variant) for o in outcomes)
    right = collections.Counter(o.actual for o in outcomes if getattr(o, variant) == o.actual)
    return {
        label: (right[label] / predicted[label] if predicted[label] else 0, right[label] / actual[label],
                2 * right[label] / (predicted[label] + actual[label]), actual[label])
        for label in sorted(actual)}


def macro_f1(outcomes, variant):
    figures = label_figures(outcomes, variant)
    return sum(f1 for _, _, f1, _ in figures.values()) / len(figures) if figures else 0


def calibration_error(answers, is_equal_size=False):
    """Returns the mean distance of stated probability and accuracy over bins, weighted by their texts."""
    bins = [[0, 0] for _ in range(BINS)]
    for place, (stated, right, _) in enumerate(sorted(answers)):
        found = bins[place * BINS // len(answers) if is_equal_size else min(BINS - 1, int(stated * BINS))]
        found[0] += stated
        found[1] += right
    return sum(abs(stated - right) for stated, right in bins) / len(answers)


def errors(answers, threshold):
    """Returns the numbers of accepted predictions and of errors among them."""
    accepted = [right for stated, right, accepts in answers if accepts and stated >= threshold]
    return len(accepted), len(accepted) - sum(accepted)


def is_kept(accepted, wrong):
    return wrong <= MAX_ERROR * accepted


def summary(outcomes):
    lines = []
    for name, part in [("all", outcomes)] + [(f"ships {s}", [o for o in outcomes if o.ships == s]) for s in (True, False)]:
        for variant in ("rules", "bayes", "fused"):
            f1 = {label: round(f[2], 3) for label, f in label_figures(part, variant).items()}
            lines.append(f"{name:12} {len(part):6} {variant:6} {accuracy(part, variant):.4f} {macro_f1(part, variant):.4f} {f1}")
    for group, size in collections.Counter(o.group for o in outcomes).most_common(40):
        part = [o for o in outcomes if o.group == group]
        lines.append(f"{group:30} {size:6} " + " ".join(f"{accuracy(part, v):.3f}" for v in ("rules", "bayes", "fused")))
    return "\n".join(lines + [by_calibration(outcomes), guarantee(outcomes)])


def figure(value):
    return f"{value:.3f}".lstrip("0") if value < 1 else "1.000"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


NAMES = {"rules": "rules", "bayes": "model", "fused": "both"}


def by_length(outcomes):
    """Returns the accuracy of each classifier, of all texts and by length, and the macro-F1."""
    rows = []
    for variant, name in NAMES.items():
        cells, least = [figure(accuracy(outcomes, variant)), figure(macro_f1(outcomes, variant))], 0
        for _, most in LENGTHS:
            part = [o for o in outcomes if least <= o.words <= most]
            cells.append(figure(accuracy(part, variant)) if part else "–")
            least = most + 1
        rows.append([name] + cells)
    sizes, least = [], 0
    for _, most in LENGTHS:
        sizes.append(f"{sum(least <= o.words <= most for o in outcomes):,}")
        least = most + 1
    rows.append(["texts", f"{len(outcomes):,}", ""] + sizes)
    return table(["", "accuracy", "macro-F1"] + [f"{name} words" for name, _ in LENGTHS], rows)


def by_label(outcomes, labels):
    found = {variant: label_figures(outcomes, variant) for variant in NAMES}
    rows = []
    for label in labels:
        if label in found["fused"]:
            precision, recall, _, texts = found["fused"][label]
            rows.append([f"`{label}`", f"{texts:,}"] + [figure(found[v][label][2]) for v in NAMES] + [figure(precision), figure(recall)])
    return table(["label", "texts", "F1 of rules", "F1 of model", "F1 of both", "precision of both", "recall of both"], rows)


def by_group(outcomes, least):
    """Returns the accuracy by group of sources, the largest first. Groups of few texts are one row."""
    sizes = collections.Counter(o.group for o in outcomes)
    parts = [(group, [o for o in outcomes if o.group == group]) for group, size in sizes.most_common() if size >= least]
    rest = [group for group, size in sizes.items() if size < least]
    if rest:
        parts.append((f"{len(rest)} smaller groups", [o for o in outcomes if sizes[o.group] < least]))
    rows = []
    for group, part in parts:
        trained = "yes" if all(o.ships for o in part) else "in part" if any(o.ships for o in part) else "no"
        rows.append([group, f"{len(part):,}", trained] + [figure(accuracy(part, variant)) for variant in NAMES])
    return table(["held-out sources", "texts", "in the shipped model", "rules", "model", "both"], rows)


def by_kind(outcomes):
    kinds = sorted({o.kind for o in outcomes if o.kind})
    parts = [(kind, [o for o in outcomes if o.kind == kind]) for kind in kinds]
    return table(["", "texts", "rules", "model", "both", "macro-F1 of rules", "of model", "of both"], [
        [kind, f"{len(part):,}"] + [figure(accuracy(part, v)) for v in NAMES] + [figure(macro_f1(part, v)) for v in NAMES]
        for kind, part in parts])


def by_calibration(outcomes):
    """Returns the mean probability of the predicted labels, their accuracy and the calibration error."""
    rows = []
    for variant, name in NAMES.items():
        answers = [o.answers[variant] for o in outcomes]
        stated = sum(answer[0] for answer in answers) / len(answers)
        errors_found = [calibration_error(answers, is_equal_size) for is_equal_size in (False, True)]
        rows.append([name] + [figure(value) for value in (stated, accuracy(outcomes, variant), *errors_found)])
    return table(["", "mean probability", "accuracy", "calibration error", "with bins of equal size"], rows)


def guarantee(outcomes):
    """Returns the outcome of the thresholds that training stated for new sources, of rules and model together."""
    stated = [o for o in outcomes if o.threshold is not None]
    if not stated:
        return "Training stated no threshold with a guaranteed error rate: it needs 19 sources of at least 20 texts."
    groups = collections.defaultdict(list)
    for o in stated:
        groups[o.group].append(errors([o.answers["fused"]], o.threshold))
    found = {group: [sum(column) for column in zip(*own)] for group, own in groups.items()}
    accepted, wrong = (sum(column) for column in zip(*found.values()))
    large = [group for group in sorted(found, key=lambda group: -len(groups[group])) if len(groups[group]) >= LEAST]
    kept = [is_kept(*found[group]) for group in large]
    return (
        f"Each fold's training stated a threshold for at most {MAX_ERROR:.0%} errors on 95% of new sources. With it, "
        f"{accepted / len(stated):.0%} of the held-out texts were answered, {wrong / max(1, accepted):.1%} of them wrongly. "
        f"The error rate was kept in {sum(kept)} of {len(kept)} groups of at least {LEAST} texts, and in {sum(kept[:20])} of the "
        f"{len(kept[:20])} largest.").replace("%", " %")


def section(heading, outcomes, labels, grouped):
    parts = [heading, by_length(outcomes), by_label(outcomes, labels)]
    if any(o.kind for o in outcomes) and len({o.kind for o in outcomes}) > 1:
        parts.append(by_kind(outcomes))
    if grouped:
        parts.append(by_group(outcomes, 60))
    return "\n\n".join(parts)


def write(template, folder, values, labels, outcomes, tests):
    """Writes the card: a template with its tables and values filled in."""
    values = dict(values, calibration=f"{by_calibration(outcomes)}\n\n{guarantee(outcomes)}", held_out=section(
        "### Held-out sources", outcomes, labels, True), tests="\n\n".join(
        section("#### " + title[0].upper() + title[1:], found, labels, False) for title, found in tests.items()))
    text = open(template, encoding="utf-8").read()
    for name, value in values.items():
        text = text.replace("{{%s}}" % name, str(value))
    with open(f"{folder}/CARD.md", "w", encoding="utf-8") as file:
        file.write(text.rstrip() + "\n")
