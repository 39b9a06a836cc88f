"""How well a model of folders puts mail where it belongs, beside scikit-learn on the same mail.

    mail_folders.py ILK FOLDER.mbox FOLDER.mbox ...

Each mailbox is a folder. Every fifth message is held back, by its place; of the rest `ilk mail import` and
`ilk retrain --from mail --label folder` make a model, and scikit-learn makes two. All are asked about what was held back.
"""

import json
import mailbox
import os
import subprocess
import sys
import tempfile


def text(message):
    """Subject and text, as a person reads them."""
    parts = [part for part in message.walk() if part.get_content_type() == "text/plain"]
    body = parts[0].get_payload(decode=True) if parts else b""
    subject = " ".join(str(message["Subject"] or "").split())
    return subject + "\n\n" + body.decode(parts[0].get_content_charset() or "utf-8", "replace") if body else subject


def split(path, folder, kept, held):
    """Writes the mailbox of those that are learned from, and notes the texts of both."""
    out = os.path.join(folder, os.path.basename(path))
    name = os.path.basename(path).removesuffix(".mbox")
    with open(out, "wb") as file:
        for number, message in enumerate(mailbox.mbox(path, create=False)):
            if number % 5 == 4:
                held.append((text(message), name))
                continue
            kept.append((text(message), name))
            file.write(message.as_bytes(unixfrom=True) + b"\n")
    return out


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in (0, 2):
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def ours(ilk, boxes, held, folder):
    store, model, texts = (os.path.join(folder, name) for name in ("mail.sqlite", "folders.ilk", "held.jsonl"))
    run(ilk, "mail", "import", *boxes, "--no-classify", "--mail-file", store)
    run(ilk, "retrain", "--from", "mail", "--label", "folder", "--mail-file", store, "-o", model)
    with open(texts, "w", encoding="utf-8") as file:
        for said, label in held:
            file.write(json.dumps({"text": said, "label": label}) + "\n")
    return run(ilk, "eval", "--model", model, "--rules", "none", texts)


def main():
    ilk, paths = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        kept, held = [], []
        boxes = [split(path, folder, kept, held) for path in paths]
        print(f"{len(kept)} messages to learn from, {len(held)} held back")
        print("ilk retrain --from mail --label folder:")
        print(ours(ilk, boxes, held, folder))
        try:
            from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
            from sklearn.linear_model import LogisticRegression
            from sklearn.metrics import accuracy_score, f1_score
            from sklearn.naive_bayes import MultinomialNB
            from sklearn.pipeline import make_pipeline
        except ImportError:
            print("skipped: scikit-learn is not here")
            return
        for name, model in (
            ("naive Bayes", make_pipeline(CountVectorizer(), MultinomialNB())),
            ("TF-IDF, logistic", make_pipeline(TfidfVectorizer(sublinear_tf=True), LogisticRegression(C=10, max_iter=1000))),
        ):
            model.fit([said for said, _ in kept], [label for _, label in kept])
            found = model.predict([said for said, _ in held])
            wanted = [label for _, label in held]
            print(
                f"scikit-learn, {name}: accuracy {accuracy_score(wanted, found):.4f},"
                f" macro-F1 {f1_score(wanted, found, average='macro'):.4f}"
            )


main()
