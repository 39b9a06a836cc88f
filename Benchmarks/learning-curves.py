#!/usr/bin/env python3
"""The accuracy on unseen texts after corrections: learning curves of Ilk and of other programs in the same run.

    Benchmarks/learning-curves.py ILK [CORPORA] [--streams NAME,...] [--sizes 25,100,300,800] [--seeds 1] [--no-queue]
    Benchmarks/learning-curves.py ILK --short

ILK is the program `ilk` or `ilk-core`. A stream has a base version, trained without its sources or topics, 1,000 logged
texts and up to 1,500 unseen ones. Of the logged texts, randomly chosen ones are corrected, and `ilk retrain` runs at each
size. "At once" is the accuracy before it runs, with the overlay of the corrections since the last size. The other programs
learn the same corrections: a linear SVM over character n-grams and fastText are trained anew on all texts, ComplementNB
learns with partial_fit. The queue is corrected in batches of 25, with a retraining after each.

CORPORA contains the folders doctype and doctype2 (six streams of left-out sources), ag_news, sms_spam, emotion5 and
thai_wisesight (streams of left-out topics). What is missing is skipped: these folders, scikit-learn, fastText. --short
measures a stream of the project's own texts without other programs, and fails if corrections lower its accuracy.
"""
import argparse, collections, hashlib, json, os, random, statistics, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f"{ROOT}/Tools/ModelTraining")
import sets

Text = collections.namedtuple("Text", "text label source")
Stream = collections.namedtuple("Stream", "name taxonomy base base_test log test")
LONGEST, BASE, LOGGED, UNSEEN, BATCH = 2_000, 8_000, 1_000, 1_500, 25
TOPICS = {"ag_news": 0.55, "sms_spam": 0.4, "emotion5": 0.6, "thai_wisesight": 0.45}
# The fold of left-out groups or single sources of each stream of document types.
SOURCES = {"group1": ("group", 1), "group2": ("group", 2), "group3": ("group", 4), "source5": ("source", 0),
           "source6": ("source", 1), "source7": ("source", 2)}


def shuffled(rows, salt):
    """Returns rows in the order of a hash of their texts."""
    return sorted(rows, key=lambda row: hashlib.sha256((salt + row.text).encode()).digest())


def divided(name, taxonomy, inside, outside):
    """Returns a stream of some texts, and a base version of others."""
    stream, base = shuffled(inside, "stream"), shuffled(outside, "base")
    logged, tested = min(LOGGED, len(stream) // 2), min(UNSEEN, len(base) // 6)
    return Stream(name, taxonomy, base[tested:][:BASE], base[:tested], stream[:logged], stream[logged:][:UNSEEN])


# MARK: Streams

def own_stream():
    """The last third of each file of the project's own texts, with a base version of the others."""
    inside, outside = [], []
    for label in ("code", "document", "email", "message", "search", "social"):
        rows = [Text(row["text"], row["label"], "ilk") for row in sets.read(f"{ROOT}/corpora/doctype/{label}.jsonl")]
        third = len(rows) * 2 // 3
        outside += shuffled(rows[:third], "own")[:150]
        inside += shuffled(rows[third:], "own")[:70]
    stream = divided("own", "doctype", inside, outside)
    return stream._replace(log=stream.log[:120], test=(stream.log[120:] + stream.test)[:240])


def document_streams(corpora, wanted):
    """Streams of left-out groups of sources, or of left-out single sources."""
    rows = [Text(text[:LONGEST], label, source) for name in ("doctype", "doctype2")
            for text, label, source, _ in sets.folder(corpora, name)]
    seen = set()
    rows = [row for row in rows if not (sets.key(row.text) in seen or seen.add(sets.key(row.text)))]
    counts = collections.Counter(sets.group_of(row.source) for row in rows)
    groups, sizes = {}, [0] * 8
    for group, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        groups[group] = sizes.index(min(sizes))
        sizes[groups[group]] += count
    sources, sizes, counts = {}, [0] * 8, collections.Counter(row.source for row in rows)
    for source in sorted(counts, key=lambda source: hashlib.sha256(source.encode()).digest()):
        sources[source] = sizes.index(min(sizes))
        sizes[sources[source]] += counts[source]
    for name in wanted:
        kind, fold = SOURCES[name]
        def is_inside(row):
            return (groups[sets.group_of(row.source)] if kind == "group" else sources[row.source]) == fold
        yield divided(name, "doctype", [row for row in rows if is_inside(row)], [row for row in rows if not is_inside(row)])


def topic_stream(corpora, name):
    """A stream of left-out topics, which are clusters of the texts, with about the same label shares as the base."""
    import numpy as np
    from sklearn.cluster import KMeans
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer
    rows = [Text(row["text"][:LONGEST], str(row["label"]), "") for part in ("train", "test")
            for row in sets.read(f"{corpora}/{name}/{part}.jsonl") if row["text"].strip()]
    of_words = TfidfVectorizer(min_df=3, sublinear_tf=True, stop_words="english")
    of_letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 4), min_df=5, max_features=30_000, sublinear_tf=True)
    features = (of_letters if name == "thai_wisesight" else of_words).fit_transform([row.text for row in rows])
    topics = KMeans(24, n_init=2, random_state=0).fit_predict(TruncatedSVD(40, random_state=0).fit_transform(features))
    labels = np.array([row.label for row in rows])
    shares = np.array([[((topics == topic) & (labels == label)).sum() / (labels == label).sum() for label in sorted(set(labels))]
                       for topic in range(24)])
    draw = np.random.default_rng(0)
    best = min((draw.random(24) < TOPICS[name] for _ in range(4_000)),
               key=lambda chosen: ((shares[chosen].sum(0) - TOPICS[name]) ** 2).sum())
    return divided(name, "curves", [row for row, topic in zip(rows, topics) if not best[topic]],
                   [row for row, topic in zip(rows, topics) if best[topic]])


# MARK: Programs

class Ilk:
    """A model of Ilk that learns from the corrections of its log."""

    def __init__(self, ilk, stream, work):
        self.ilk, self.stream, self.work = ilk, stream, work
        self.environment = dict(os.environ, **{f"XDG_{name}_HOME": work for name in ("CONFIG", "DATA", "STATE", "CACHE")})
        lines = [{"text": row.text, "label": row.label, **({"source": row.source} if row.source else {})} for row in stream.base]
        if stream.taxonomy == "doctype":
            groups = ["--feature-groups", "style,unigrams,skeletonBigrams"]
            self.run(["train", "-", "--name", "doctype", "-o", f"{work}/base.ilk", *groups], lines)
            self.run(["model", "import", f"{work}/base.ilk", "--promote", "--why", "learning curves"])
        else:
            self.run(["train", "-", "--name", stream.taxonomy, "--rules", "none"], lines)
        verdicts = self.classify(stream.log, ["--log"])
        self.ids = [verdict["entry"] for verdict in verdicts]

    def run(self, arguments, lines=(), statuses=(0,)):
        text = "".join(json.dumps(line) + "\n" for line in lines).encode()
        done = subprocess.run([self.ilk, *arguments], input=text, capture_output=True, env=self.environment)
        if done.returncode not in statuses:
            sys.exit(f"{' '.join(arguments)}: status {done.returncode}\n{done.stderr.decode()[-2000:]}")
        return done

    def classify(self, rows, arguments=()):
        command = ["classify", "--ndjson", "--threshold", "0", "--taxonomy", self.stream.taxonomy, *arguments]
        lines = self.run(command, [{"text": row.text} for row in rows]).stdout.splitlines()
        return [json.loads(line)["classification"] for line in lines]

    def predictions(self, rows):
        return [verdict["category"] or verdict["guess"]["category"] for verdict in self.classify(rows)]

    def correct(self, places):
        path = f"{self.work}/corrections.jsonl"
        with open(path, "w") as file:
            for place in places:
                file.write(json.dumps({"id": self.ids[place], "category": self.stream.log[place].label}) + "\n")
        self.run(["log", "correct", "--from", path, "--taxonomy", self.stream.taxonomy])

    def queue(self, count):
        command = ["log", "queue", "--limit", str(count), "--format", "ndjson", "--taxonomy", self.stream.taxonomy]
        places = {entry: place for place, entry in enumerate(self.ids)}
        return [places[json.loads(line)["id"]] for line in self.run(command).stdout.splitlines()]

    def retrain(self):
        """Returns `true` if a new version became active."""
        return self.run(["retrain", "--taxonomy", self.stream.taxonomy], statuses=(0, 1)).returncode == 0


class CharacterSVM:
    """A linear SVM over tf-idf of character n-grams, trained anew on all texts."""

    def __init__(self, stream, work):
        from sklearn.feature_extraction.text import TfidfVectorizer
        self.stream = stream
        self.vectorizer = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 5), sublinear_tf=True, max_features=1 << 19)
        self.base = self.vectorizer.fit_transform(row.text for row in stream.base)

    def learn(self, rows):
        import scipy.sparse
        from sklearn.svm import LinearSVC
        parts = [self.base] + ([self.vectorizer.transform(row.text for row in rows)] if rows else [])
        self.model = LinearSVC(C=0.5, tol=0.02, max_iter=40, random_state=0)
        self.model.fit(scipy.sparse.vstack(parts), [row.label for row in [*self.stream.base, *rows]])

    def predictions(self, rows):
        return self.model.predict(self.vectorizer.transform(row.text for row in rows))


class ComplementNaiveBayes:
    """ComplementNB over unigrams and bigrams, which learns corrections with partial_fit."""

    def __init__(self, stream, work):
        from sklearn.feature_extraction.text import HashingVectorizer
        from sklearn.naive_bayes import ComplementNB
        self.vectorizer = HashingVectorizer(ngram_range=(1, 2), n_features=1 << 20, alternate_sign=False, token_pattern=r"\S+")
        self.model, self.learned = ComplementNB(alpha=0.3), 0
        labels = sorted({row.label for row in [*stream.base, *stream.log]})
        self.model.partial_fit(self.vectors(stream.base), [row.label for row in stream.base], classes=labels)

    def vectors(self, rows):
        return self.vectorizer.transform(row.text for row in rows)

    def learn(self, rows):
        new = rows[self.learned:]
        if new:
            self.model.partial_fit(self.vectors(new), [row.label for row in new])
        self.learned = len(rows)

    def predictions(self, rows):
        return self.model.predict(self.vectors(rows))


class FastText:
    """The program fastText, trained anew on all texts."""
    OPTIONS = "-thread 1 -verbose 0 -wordNgrams 2 -epoch 10 -lr 0.5 -bucket 200000 -dim 16 -minCount 1".split()

    def __init__(self, stream, work):
        self.stream, self.work = stream, work
        self.labels = sorted({row.label for row in [*stream.base, *stream.log]})

    def file(self, rows, is_labeled):
        path = f"{self.work}/fasttext.txt"
        with open(path, "w") as file:
            for row in rows:
                label = f"__label__{self.labels.index(row.label)} " if is_labeled else ""
                file.write(label + (" ".join(row.text.lower().split()) or "-") + "\n")
        return path

    def learn(self, rows):
        texts = [*self.stream.base, *rows]
        random.Random(0).shuffle(texts)
        subprocess.run(["fasttext", "supervised", "-input", self.file(texts, True), "-output", f"{self.work}/fasttext",
                        *self.OPTIONS], check=True, capture_output=True)

    def predictions(self, rows):
        command = ["fasttext", "predict", f"{self.work}/fasttext.bin", self.file(rows, False)]
        lines = subprocess.run(command, check=True, capture_output=True).stdout.decode().splitlines()
        return [self.labels[int(line.removeprefix("__label__"))] for line in lines]


# MARK: Measuring

def accuracy(program, rows):
    found = program.predictions(rows)
    return sum(label == row.label for label, row in zip(found, rows, strict=True)) / len(rows)


def curve(learner, stream, sizes, order, is_ilk):
    """Returns the accuracy on unseen texts, the change on the base's own test and the accuracy at once, by size."""
    points, done = {}, 0
    if not is_ilk:
        learner.learn([])
    before = accuracy(learner, stream.base_test)
    points[0] = (accuracy(learner, stream.test), 0.0, None, None)
    for size in sizes:
        at_once = is_active = None
        if is_ilk:
            learner.correct(order[done:size])
            at_once = accuracy(learner, stream.test)
            is_active = learner.retrain()
        else:
            learner.learn([stream.log[place] for place in order[:size]])
        done = size
        points[size] = (accuracy(learner, stream.test), accuracy(learner, stream.base_test) - before, at_once, is_active)
    return points


def queue_curve(learner, stream, sizes):
    """Returns the accuracy on unseen texts by size, of corrections from the queue."""
    points = {}
    for size in range(BATCH, max(sizes) + 1, BATCH):
        learner.correct(learner.queue(BATCH))
        learner.retrain()
        if size in sizes:
            points[size] = accuracy(learner, stream.test)
    return points


def peers():
    """Returns the other programs that are installed."""
    found = {}
    try:
        import sklearn
        found |= {"character SVM": CharacterSVM, "ComplementNB": ComplementNaiveBayes}
    except ImportError:
        print("skipped: scikit-learn is not installed")
    try:
        subprocess.run(["fasttext"], capture_output=True)
        found["fastText"] = FastText
    except FileNotFoundError:
        print("skipped: fastText is not installed")
    return found


def row(name, points, sizes):
    cells = [f"{points[0][0]:.3f}"] + [f"{points[size][0]:.3f} ({100 * points[size][1]:+.1f})" for size in sizes]
    print(f"| {name} | " + " | ".join(cells) + " |")


def measure(ilk, stream, others, sizes, seeds, queue_sizes, results):
    """Measures a stream, and prints its table."""
    print(f"\n{stream.name}: {len(stream.base)} texts of the base version, {len(stream.log)} logged, {len(stream.test)} unseen\n")
    print("| program | 0 | " + " | ".join(str(size) for size in sizes) + " |\n|---" + "|---" * (len(sizes) + 1) + "|")
    sizes = [size for size in sizes if size <= len(stream.log)]
    for seed in range(1, seeds + 1):
        order = list(range(len(stream.log)))
        random.Random(seed).shuffle(order)
        for name, make in {"Ilk": None, **others}.items():
            with tempfile.TemporaryDirectory() as work:
                learner = make(stream, work) if make else Ilk(ilk, stream, work)
                points = curve(learner, stream, sizes, order, make is None)
            results[name].setdefault(stream.name, []).append(points)
            row(name if seeds == 1 else f"{name}, seed {seed}", points, sizes)
            if make is None:
                print("| at once | | " + " | ".join(f"{points[size][2]:.3f}" for size in sizes) + " |")
                print("| new version | | " + " | ".join("active" if points[size][3] else "candidate" for size in sizes) + " |")
            sys.stdout.flush()
    if queue_sizes:
        with tempfile.TemporaryDirectory() as work:
            found = queue_curve(Ilk(ilk, stream, work), stream, [size for size in queue_sizes if size <= len(stream.log)])
        for size, value in found.items():
            gains = [points[size][0] for points in results["Ilk"][stream.name] if size in points]
            if gains:
                results["queue"].setdefault(size, []).append(value - statistics.median(gains))
                print(f"\nqueue, {size} corrections: {value:.3f} ({100 * results['queue'][size][-1]:+.1f} points against random)")


def summarize(results, sizes):
    """Prints the medians of all streams: errors as a ratio to the best other program, and the queue against random."""
    def median(name, stream, size, part=0):
        found = [points[size][part] for points in results[name][stream] if size in points]
        return statistics.median(found) if found else None

    others = [name for name in results if name not in ("Ilk", "queue")]
    print("\n| corrections | median accuracy of Ilk | " + " | ".join(others)
          + " | errors of Ilk / best other | worst change on the base version's test |\n|---|---"
          + "|---" * len(others) + "|---|---|")
    for size in [0, *sizes]:
        streams = [stream for stream in results["Ilk"] if median("Ilk", stream, size) is not None]
        if not streams:
            continue
        cells = [f"{statistics.median(median(name, stream, size) for stream in streams):.3f}" for name in ["Ilk", *others]]
        ratios = [(1 - median("Ilk", stream, size)) / max(1e-9, 1 - max(median(name, stream, size) for name in others))
                  for stream in streams] if others else []
        ratio = f"{statistics.median(ratios):.2f} (worst {max(ratios):.2f})" if ratios else "-"
        forgot = min(median("Ilk", stream, size, 1) for stream in streams)
        print(f"| {size} | " + " | ".join(cells) + f" | {ratio} | {100 * forgot:+.1f} |")
    last = max((size for points in results["Ilk"].values() for size in points[0]), default=0)
    for name in ["Ilk", *others] if last else []:
        shares = [1 - (1 - median(name, stream, last)) / max(1e-9, 1 - median(name, stream, 0))
                  for stream in results["Ilk"] if median(name, stream, last) is not None]
        print(f"\n{name}: {last} corrections remove {100 * statistics.median(shares):.0f} % of the errors (median)")
    for size, gains in sorted(results["queue"].items()):
        print(f"\nqueue against random at {size}: mean {100 * statistics.mean(gains):+.1f} points, worst {100 * min(gains):+.1f}")


def short(ilk):
    """Measures a stream of the project's own texts. Fails if corrections lower the accuracy or nothing is learned."""
    start, stream, results = time.monotonic(), own_stream(), collections.defaultdict(dict)
    sizes = [20, 60]
    measure(ilk, stream, {}, sizes, 1, [], results)
    points = results["Ilk"]["own"][0]
    print(f"\n{time.monotonic() - start:.0f} s")
    faults = [f"{size} corrections lower the accuracy from {points[0][0]:.3f} to {points[size][part]:.3f}{when}"
              for size in sizes for part, when in ((0, ""), (2, " before the retraining"))
              if points[size][part] < points[0][0] - 0.02]
    faults += ["no version became active"] * (not any(points[size][3] for size in sizes))
    sys.exit("\n".join(f"error: {fault}" for fault in faults) or None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ilk")
    parser.add_argument("corpora", nargs="?", default="")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--no-queue", action="store_true")
    parser.add_argument("--streams", default=",".join([*SOURCES, *TOPICS]))
    parser.add_argument("--sizes", default="25,100,300,800")
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    ilk = os.path.abspath(options.ilk)
    if options.short:
        return short(ilk)
    if not os.path.isdir(options.corpora):
        return print("skipped: no texts; name a folder: make learning-curves CORPORA=folder")
    others, sizes, results = peers(), [int(size) for size in options.sizes.split(",")], collections.defaultdict(dict)
    for name in options.streams.split(","):
        folders = ("doctype", "doctype2") if name in SOURCES else (name,)
        missing = [folder for folder in folders if not os.path.isdir(f"{options.corpora}/{folder}")]
        if missing or (name in TOPICS and "character SVM" not in others):
            print(f"skipped: {name} needs {' and '.join(missing) or 'scikit-learn'}")
            continue
        stream = next(document_streams(options.corpora, [name])) if name in SOURCES else topic_stream(options.corpora, name)
        measure(ilk, stream, others, sizes, options.seeds, [] if options.no_queue else [100, 300], results)
    if results["Ilk"]:
        summarize(results, sizes)


if __name__ == "__main__":
    main()
