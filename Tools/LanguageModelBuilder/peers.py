"""Peers on JSON lines of {"text","label","source"}: accuracy by number of words, and time.  peers.py NAME FILE [restricted]"""
import json, sys, time, collections
name, path = sys.argv[1], sys.argv[2]
rows = [json.loads(l) for l in open(path)]
labels = sorted({r["label"] for r in rows})
restricted = len(sys.argv) > 3
if name == "langid":
    from py3langid.langid import LanguageIdentifier, MODEL_FILE
    ident = LanguageIdentifier.from_model_file(MODEL_FILE)
    known = list(ident.labels)
    if restricted: ident.set_languages([l for l in labels if l in known])
    guess = lambda t: ident.classify(t)[0]
elif name == "langdetect":
    from langdetect import detect, DetectorFactory, LangDetectException
    DetectorFactory.seed = 0
    def guess(t):
        try: return detect(t)
        except LangDetectException: return "und"
else:
    from lingua import LanguageDetectorBuilder, Language, IsoCode639_1
    if restricted:
        ls = [l for l in Language.all() if l.iso_code_639_1.name.lower() in labels]
        b = LanguageDetectorBuilder.from_languages(*ls)
    else: b = LanguageDetectorBuilder.from_all_languages()
    if name == "lingua-low": b = b.with_low_accuracy_mode()
    d = b.with_preloaded_language_models().build()
    def guess(t):
        x = d.detect_language_of(t)
        return x.iso_code_639_1.name.lower() if x else "und"
alias = {"no": "nb", "zh-cn": "zh", "zh-tw": "zh", "fil": "tl"}
right, al = collections.Counter(), collections.Counter()
guess("warm up the thing")
start = time.process_time()
gs = [guess(r["text"]) for r in rows]
took = time.process_time() - start
for r, g in zip(rows, gs):
    g = alias.get(g, g)
    n = len(r["text"].split())
    b = "01-02" if n <= 2 else "03-05" if n <= 5 else "06-10" if n <= 10 else "11-50" if n <= 50 else "51+"
    for k in ("words " + b, r["source"], "lang " + r["label"]):
        al[k] += 1; right[k] += g == r["label"]
print(name, restricted, f"{took / len(rows) * 1e6:.1f} us a text, {sum(len(r['text'].encode()) for r in rows) / took / 1e6:.2f} MB/s")
for k in sorted(al): print(f"{k:26} {al[k]:6} {right[k] / al[k]:.4f}")
