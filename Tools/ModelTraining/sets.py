"""The texts of the four taxonomies, with the source of each one.

A row has the fields text, label, source, group, ships and kind. Sources of one group are held out together. Rows whose
license does not allow a shipped model are only measured. Rows without a group are always in the training set and
never measured.
"""
import collections, csv, glob, hashlib, io, json, re, subprocess, unicodedata

Row = collections.namedtuple("Row", "text label source group ships kind", defaults=("",))
# The project's own texts are of many kinds. Each section of a file is a source. As one source they would be the hardest
# held-out source by far, and the probabilities of all other sources would be too low.
OWN_SOURCES = 9

# Sources that resemble each other: the same people, platform or makers.
GROUPS = [
    (r"enron|aeslc|ewt-email", "Enron mail"), (r"tweeteval|broad-twitter|wnut17-tweets", "tweets"),
    (r"goemotions|wnut17-reddit|dreaddit|edos", "Reddit"), (r"stack(exchange|overflow)", "Stack Exchange"),
    (r"brown-", "Brown corpus"), (r"wikitext2|wikipedia", "Wikipedia"), (r"sms-", "SMS collection"),
    (r"nus-sms", "NUS SMS"), (r"ubuntu-irc|qtox|raku|fluid|reviewclub", "IRC"), (r"trec-(mq|covid)", "TREC queries"),
    (r"msmarco", "MS MARCO"), (r"(se|pg)-|gutenberg", "fiction and classics"), (r"debian-handbook", "Debian handbook"),
    (r"diffs-", "diffs"), (r"sql-", "SQL sets"), (r"ewt-", "EWT"), (r"policy-", "policies"),
]


def group_of(source):
    for pattern, name in GROUPS:
        if re.match(pattern, source):
            return name
    # The packages of one project, such as node-lodash and node-semver, are separate sources.
    return ":".join(source.split(":")[:2]) if source.startswith("deb:") else source


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def folder(corpora, name, part="train"):
    """Yields text, label, source and whether a model of it may be shipped, for a corpus with sources."""
    base = f"{corpora}/{name}"
    ships = set(open(f"{base}/shippable_sources.txt").read().split())
    sources = open(f"{base}/{part}.sources.txt").read().split("\n")
    for row, source in zip(read(f"{base}/{part}.jsonl"), sources):
        yield row["text"], row["label"], source, source in ships


def own(pattern):
    """Returns the project's own texts, which are always in the training set."""
    rows = []
    for path in sorted(glob.glob(pattern)):
        texts = read(path)
        rows += [Row(row["text"], row["label"], f"ilk:{place * OWN_SOURCES // len(texts)}", None, True)
                 for place, row in enumerate(texts)]
    return rows


def key(text):
    return "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())


def without(rows, tests):
    """Returns the rows that are in no test set and not twice. The first row of a text stays."""
    seen = {key(row.text) for row in tests}
    return [row for row in rows if not (key(row.text) in seen or seen.add(key(row.text)))]


def doctype(options):
    rows = own("corpora/doctype/*.jsonl")
    for name in ("doctype", "doctype2"):
        rows += [Row(t, label, s, group_of(s), ships) for t, label, s, ships in folder(options.corpora, name)]
    tests = {"the sources of the training set": [
        Row(t, label, s, group_of(s), ships) for t, label, s, ships in folder(options.corpora, "doctype", "test")]}
    gate = [Row(row["text"], row["label"], "gate", "gate", False) for row in read("corpora/gate/gate.jsonl")]
    tests["the regression set of the project"] = gate
    return rows, tests


def spam(options):
    """SMS and mail. Mails of offices and lists are wanted ones, and so are the short messages of volunteers."""
    import mails

    def of_mail(name, part="train"):
        found = []
        for text, label, source, ships in folder(options.corpora, name, part):
            if label == "email" or source == "nus-sms":
                label = "spam" if source in ("enron1-spam", "phishing-pot") else "ham"
                kind = "short messages" if source == "nus-sms" else "mails"
                found.append(Row(text, label, source, group_of(source), ships, kind))
        return found

    def of_messages(part):
        return [Row(row["text"], row["label"], "sms", "SMS collection", True, "short messages")
                for row in read(f"{options.corpora}/sms_spam/{part}.jsonl")]

    tests = {"short messages": of_messages("test"), "mails": [row for row in of_mail("doctype", "test") if row.kind == "mails"]}
    rows = of_messages("train") + of_mail("doctype") + of_mail("doctype2")
    rows += [Row(text, label, source, "SpamAssassin", False, "mails") for text, label, source in mails.mails(options.repositories)]
    return without(rows, tests["short messages"] + tests["mails"]), tests


def emotion(options):
    """Comments of one forum. The other sources have fewer labels and are only measured."""
    def comments(part):
        return [Row(row["text"], row["label"], "goemotions", "GoEmotions", True)
                for row in read(f"{options.corpora}/emotion5/{part}.jsonl")]

    names = {"joy": "happy", "anger": "frustrated", "sadness": "sad", "neutral": "neutral"}
    rows = comments("train")
    table = csv.DictReader(io.StringIO(shown(options, *DIALOGS)))
    rows += [Row(row["Utterance"], names[row["Emotion"]], "meld", "MELD", False) for row in table if row["Emotion"] in names]
    labels = [["frustrated", "happy", "happy", "sad"][int(line)] for line in shown(options, *TWEETS, "test_labels.txt").split()]
    texts = shown(options, *TWEETS, "test_text.txt").rstrip("\n").split("\n")
    rows += [Row(text.strip(), label, "tweeteval-emotion", "tweets", False) for text, label in zip(texts, labels, strict=True)]
    return rows, {"the same forum": comments("test")}


# Dialogs of a television series (GPL-3.0) and tweets (research).
DIALOGS = ("declare-lab/MELD", "2d2011b409d3ca2d7e94460cd007d434b1d0a102", "data/MELD/", "test_sent_emo.csv")
TWEETS = ("cardiffnlp/tweeteval", "4fbd22cd78421f05b1ecdb4fc5725bc7a7bd8f66", "datasets/emotion/")


def shown(options, repository, commit, path, name):
    """Returns a file of a commit."""
    command = ["git", "-C", f"{options.repositories}/{repository}.git", "show", f"{commit}:{path}{name}"]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8", "replace")


def severity(options):
    import logs
    return without([
        Row(text, label, source, source, True, "with the level" if states else "without the level")
        for text, label, source, states in logs.lines(options.repositories)], []), {}


def folds(rows, count):
    """Returns the fold of each row, or -1 for rows that are never held out.

    Whole groups go to the fold with the fewest texts of their most frequent label, the largest first. If a single
    group may be in a shipped model, its texts are dealt by their digests.
    """
    sizes = collections.defaultdict(collections.Counter)
    for row in rows:
        if row.group:
            sizes[row.group][row.label] += 1
    trained = {row.group for row in rows if row.group and row.ships}
    if len(trained) == 1:
        return [int(hashlib.sha256(row.text.encode()).hexdigest(), 16) % count if row.ships else 0 for row in rows]
    count = min(count, len(sizes))
    loads, place = [collections.Counter() for _ in range(count)], {}
    for group in sorted(sizes, key=lambda group: (-sum(sizes[group].values()), group)):
        label = min(sizes[group], key=lambda label: (-sizes[group][label], label))
        fold = min(range(count), key=lambda fold: (loads[fold][label], sum(loads[fold].values()), fold))
        place[group] = fold
        loads[fold].update(sizes[group])
    return [place.get(row.group, -1) for row in rows]
