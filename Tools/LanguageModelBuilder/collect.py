#!/usr/bin/env python3
"""Takes the texts for the language model out of Debian packages: folders of .deb files in, JSON lines out.
DEBS holds packages of translated text, CODE packages of source code, which is learned as what is no language.

    collect.py DEBS CODE OUT.jsonl

Each line is {"text", "label", "source"}: a string or paragraph, the code of its language, the family of packages.
What is kept is capped for each language and family, in the order of the files' names, so that the same packages
give the same lines. Needs dpkg-deb. The texts are for counting only: they do not go into the project.
"""
import collections, gettext, glob, gzip, html, io, json, os, re, subprocess, sys, tarfile, zipfile

# Locale to language. Other locales are not collected.
LATIN = "en de fr es it pt nl sv da nb pl cs sk hu ro fi tr vi id ca hr sl et lv lt sq eu gl is ga cy af eo la ms tl az nn gd br sw"
OTHERS = "el ru uk be bg mk sr kk mn ar fa ur ug he hi mr ne bn as zh ja ko th ka hy ta te"
KNOWN = set(LATIN.split()) | set(OTHERS.split())
ALIAS = {"fil": "tl", "no": "nb"}
CAP = 1_500_000  # characters for each language and family
WORDS = 60_000  # words of a dictionary


def language(locale):
    if "@" in locale and not locale.startswith("ca"):
        return None  # another script
    code = re.split(r"[_\-.@]", locale)[0].lower()
    code = ALIAS.get(code, code)
    return code if code in KNOWN else None


TAG = re.compile(r"<[^<>]{0,300}>")
HOLE = re.compile(r"%[-+ #0-9.*$]*(?:\([a-z_A-Z]+\))?[a-zA-Z%]|\$\{?\w+\}?|\{[^{}]*\}|\\[nt]|&[a-z]+;|&#\d+;|[\w.+-]+@[\w.-]+|https?://\S+")


def clean(text):
    text = TAG.sub(" ", text.replace("\\n", "\n"))
    text = HOLE.sub(" ", html.unescape(text))
    text = re.sub(r"(?<=\w)[_~&](?=\w)|(?<!\w)[_~&](?=\w)", "", text)  # access keys of menus
    return re.sub(r"[ \t\r\n]+", " ", text).strip()


class Sink:
    def __init__(self, out):
        self.out, self.size, self.seen = out, collections.Counter(), set()

    def put(self, lang, family, text, least=2):
        if lang is None or len(text) < least or self.size[lang, family] > CAP:
            return
        if not any(c.isalpha() for c in text):
            return
        key = hash((lang, text))
        if key in self.seen:
            return
        self.seen.add(key)
        self.size[lang, family] += len(text)
        self.out.write(json.dumps({"text": text[:2000], "label": lang, "source": family}, ensure_ascii=False) + "\n")


def catalog(data, lang, family, sink, english=False):
    try:
        entries = gettext.GNUTranslations(io.BytesIO(data))._catalog
    except Exception:
        return
    for key, value in entries.items():
        source = key[0] if isinstance(key, tuple) else key
        if not source or not isinstance(value, str):
            continue
        source = source.split("\x04")[-1]
        if english:
            for part in source.split("\n\n"):
                sink.put("en", family, clean(part.split("^")[-1]))
        if value != source:
            for part in value.split("\n\n"):
                sink.put(lang, family, clean(part))


def markup(data, lang, family, sink):
    text = data.decode("utf-8", "replace")
    text = re.sub(r"(?s)<(script|style|pre|code|screen)\b.*?</\1>", " ", text)
    for part in re.split(r"(?i)</?(?:p|div|title|td|th|li|item|h\d|desc|note|section|para|br)\b[^>]*>", text):
        part = clean(part)
        if len(part) >= 12:
            sink.put(lang, family, part)


def manual(data, lang, family, sink):
    try:
        text = gzip.decompress(data).decode("utf-8")
    except Exception:
        return
    part = []
    for line in text.split("\n") + [""]:
        if line.startswith((".", "'", "\\\"")) or not line.strip():
            joined = clean(" ".join(part))
            if len(joined) >= 30 and len(re.findall(r"[^\W\d_]{2,}", joined)) >= 5:
                sink.put(lang, family, joined)
            part = []
        else:
            part.append(re.sub(r"\\f.|\\[&|/,]|\\-|\\\(..|\\\[.*?\]", "", line))


def messages(data, lang, family, sink):
    """An add-on of Firefox: FTL and properties files within a ZIP."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith((".ftl", ".properties", ".dtd")):
                continue
            for line in archive.read(name).decode("utf-8", "replace").split("\n"):
                match = re.match(r"^\s*(?:\.?[-\w.]+\s*=\s*|<!ENTITY \S+ \"|\s{4,})([^\[*}].*)$", line)
                if match and not line.startswith("#"):
                    value = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), match[1])
                    sink.put(lang, family, clean(value.rstrip('">')), 4)


def dictionary(data, affixes, lang, family, sink):
    match = re.search(rb"^SET\s+(\S+)", affixes or b"", re.M)
    encoding = match[1].decode() if match else "latin-1"
    encoding = {"microsoft-cp1251": "cp1251", "microsoft-cp1250": "cp1250"}.get(encoding.lower(), encoding)
    words = []
    for line in data.decode(encoding, "replace").split("\n")[1:]:
        word = re.split(r"[/\t ]", line.strip())[0]
        if len(word) > 1 and re.fullmatch(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*", word) and "\ufffd" not in word:
            words.append(word)
    step = max(1, len(words) // WORDS)
    words = words[::step]
    # Each word of a dictionary is a separate text.
    for word in words:
        sink.put(lang, family, word)


LNG = {"afrikaans": "af", "arabic_egypt": "ar", "basque": "eu", "belarusian": "be", "bulgarian": "bg", "catalan": "ca", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl", "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr", "galician": "gl", "german": "de", "greek": "el", "hebrew": "he", "hungarian": "hu", "icelandic": "is", "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "korean": "ko", "latin": "la", "latvian": "lv", "lithuanian": "lt", "luxembourgish": "lb", "macedonian": "mk", "malay": "ms", "norwegian_bokmal": "nb", "norwegian_nynorsk": "nn", "polish": "pl", "portuguese": "pt", "romanian": "ro", "russian": "ru", "serbian": None, "simplified_chinese": "zh", "slovak": "sk", "slovenian": "sl", "spanish": "es", "swedish": "sv", "thai": "th", "traditional_chinese": "zh", "turkish": "tr", "ukrainian": "uk", "vietnamese": "vi", "welsh": "cy"}


def strings(data, lang, family, sink):
    for part in re.split(r"[\x00-\x1f\ufffd\ue000-\uf8ff]+", data[0x60:].decode("utf-8", "replace")):
        part = clean(part)
        if len(re.findall(r"[^\W\d_]{2,}", part)) >= 3 or (lang in ("zh", "ja", "th") and len(part) > 4):
            sink.put(lang, family, part)


def package(path, sink):
    name = os.path.basename(path).split("_")[0]
    family = re.sub(r"-(l10n|help|data|docs|[a-z]{2,3}(-[a-z]{2,5}(-\w+)?)?)(-[a-z]{2,3}(-[a-z]{2})?)?$", "", name)
    family = {"firefox-esr-l10n": "firefox", "wesnoth-1.16": "wesnoth", "gnome-user": "gnome-docs"}.get(family, family)
    family = "libreoffice-help" if name.startswith("libreoffice-help") else family
    family = "libreoffice" if name.startswith("libreoffice-l10n") else family
    family = "firefox" if name.startswith("firefox") else family
    family = "hunspell" if name.startswith("hunspell") else family
    raw = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True).stdout
    archive = tarfile.open(fileobj=io.BytesIO(raw))
    members = sorted((m for m in archive.getmembers() if m.isfile()), key=lambda m: m.name)
    affixes = {m.name[:-4]: archive.extractfile(m).read() for m in members if m.name.endswith(".aff")}
    for member in members:
        place = member.name
        read = lambda: archive.extractfile(member).read()
        if place.endswith(".mo") and (found := re.search(r"/(?:locale|resource|lang)/([^/]+)/LC_MESSAGES/", place)):
            lang = language(found[1])
            if lang: catalog(read(), lang, family, sink, english=found[1] == "de")
        elif (found := re.search(r"/share/help/([^/]+)/.*\.page$", place)):
            lang = "en" if found[1] == "C" else language(found[1])
            if lang: markup(read(), lang, family, sink)
        elif (found := re.search(r"/share/libreoffice/help/([^/]+)/text/.*\.html$", place)):
            markup(read(), language(found[1]), family, sink)
        elif (found := re.search(r"/share/doc/debian-edu-doc-([a-z]+)[^/]*/.*manual\.html$", place)):
            markup(read(), language(found[1]), family, sink)
        elif (found := re.search(r"/share/man/([^/]+)/man\d/", place)):
            lang = language(found[1])
            if lang: manual(read(), lang, "manpages", sink)
        elif name in ("manpages", "manpages-dev") and "/share/man/man" in place:
            manual(read(), "en", "manpages", sink)
        elif place.endswith(".xpi") and (found := re.search(r"langpack-([\w-]+)@", place)):
            messages(read(), language(found[1]), family, sink)
        elif place.endswith(".dic") and (found := re.search(r"/hunspell/([^/]+)\.dic", place)) and "hyph" not in place:
            lang = language(found[1])
            if lang: dictionary(read(), affixes.get(place[:-4]), lang, family, sink)
        elif place.endswith(".lng"):
            lang = LNG.get(os.path.basename(place)[:-4])
            if lang: strings(read(), lang, family, sink)


COMMENT = re.compile(r'(?s)/\*.*?\*/|"""(?:.*?)"""|^=\w+.*?^=cut|(?m:^\s*(?:#(?!\s*(?:include|define|if|endif))|//|--|;).*$)|//.*?$', re.M)


def code(path, sink):
    """Source code without its comments, in pieces of one to eight lines."""
    family = "code-" + os.path.basename(path).split("_")[0]
    raw = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True).stdout
    archive = tarfile.open(fileobj=io.BytesIO(raw))
    for member in sorted((m for m in archive.getmembers() if m.isfile()), key=lambda m: m.name):
        if not re.search(r"\.(h|hpp|py|pm|pl|js|css|go|s|rb|c|java)$", member.name) or member.size > 200_000:
            continue
        text = COMMENT.sub("", archive.extractfile(member).read().decode("utf-8", "replace"))
        lines = [line for line in text.split("\n") if line.strip()]
        at, size = 0, 1
        while at < len(lines):
            piece = "\n".join(lines[at : at + size])
            if len(re.findall(r"[^\x00-\x7f]", piece)) == 0:
                sink.put("zxx", family, piece, 8)
            at, size = at + size * 3, size % 8 + 1


def main():
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        sink = Sink(out)
        for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.deb"))):
            package(path, sink)
        for path in sorted(glob.glob(os.path.join(sys.argv[2], "*.deb"))):
            code(path, sink)
    table = collections.defaultdict(dict)
    for (lang, family), size in sink.size.items():
        table[lang][family] = size
    for lang in sorted(table):
        row = " ".join(f"{f}:{s // 1000}k" for f, s in sorted(table[lang].items()))
        print(lang, sum(table[lang].values()) // 1000, row, file=sys.stderr)


main()
