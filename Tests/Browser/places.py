"""The pages that the tests open. Their records are those of run.sh, seed.py and prepare()."""

import os
import re
import urllib.parse

from desk import check
from seed import TRACE, pack
from web import Session, send

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "../../Sources/Service/IlkPage")
CANDIDATE = os.environ.get("ILK_CANDIDATE", "")
MODEL = f"/ui/models/doctype/{CANDIDATE}"
PAGES = {
    "overview": "/ui/overview/doctype", "overview-several": "/ui/overview/weather", "try": "/ui/try",
    "review": "/ui/review/doctype", "review-several": "/ui/review/weather", "log": "/ui/log/doctype",
    "filtered": "/ui/log/doctype?category=email&since=7d", "entry": "/ui/log/doctype/-1",
    "entry-several": "/ui/log/weather/-1", "models": "/ui/models/doctype",
    "model": "/ui/models/doctype/built-in", "candidate": MODEL, "comparison": MODEL + "/compare",
    "label-issues": "/ui/models/doctype/label-issues", "models-several": "/ui/models/weather",
    "rules": "/ui/rules/doctype?measure=yes", "new-pack": "/ui/rules/doctype/new",
    "pack": "/ui/rules/doctype/packs/changed", "pack-version": "/ui/rules/doctype/packs/changed?version=1",
    "calls": "/ui/calls", "call": "/ui/calls/-1", "call-form": "/ui/calls/new",
    "call-statistics": "/ui/calls/statistics", "mail": "/ui/mail", "found-mail": "/ui/mail?q=is:unread",
    "usage": "/ui/usage", "regressions": "/ui/usage/regressions", "usage-events": "/ui/usage/events",
    "debug": "/ui/debug", "debug-event": "/ui/debug/events/-1", "debug-trace": f"/ui/debug/traces/{TRACE}",
    "debug-tail": "/ui/debug/tail", "debug-templates": "/ui/debug/templates", "sync": "/ui/sync",
    "outbox": "/ui/sync/outbox", "conflicts": "/ui/sync/conflicts", "system": "/ui/system",
    "stores": "/ui/system/stores?check=true", "tokens": "/ui/system/tokens",
    "configuration": "/ui/system/configuration", "changes": "/ui/system/changes",
    "unknown": "/ui/log/doctype/00000000",
}
# Pages that only lead to another page.
STARTS = ["/ui/overview", "/ui/review", "/ui/log", "/ui/models", "/ui/rules"]


def found(session, page, start):
    """The first address in a page that begins with a text. The records behind it have no fixed address."""
    address = re.search(f'href="({re.escape(start)}[^"]*)"', session.get(page).text)
    if not address:
        raise LookupError(f"{page} has no link to {start}")
    return address[1].replace("&amp;", "&")


def prepare():
    """Saves two versions of a pack, starts a retraining, and adds the pages with addresses that are new each time."""
    session = Session()
    text = pack("changed", "first", "A word")
    session.post("/ui/rules/doctype/new", {"name": "changed", "text": text, "reason": "first", "step": "save"})
    tag = re.search(r'name="tag" value="([^"]*)"', session.get(PAGES["pack"]).text)[1].replace("&quot;", '"')
    text = text.replace("weight: 1", "weight: 2")
    session.post(PAGES["pack"], {"text": text, "reason": "second", "step": "save", "tag": tag})
    PAGES["job"] = session.post("/ui/review/weather/retrain", {}).headers["Location"]
    PAGES["rule-file"] = found(session, "/ui/rules/doctype", "/ui/rules/doctype/file")
    PAGES["thread"] = found(session, "/ui/mail", "/ui/mail/threads/")


def declared():
    """The pages that the program declares, without those that only lead to another page."""
    paths = set()
    for folder, _, names in os.walk(SOURCES):
        for name in names:
            with open(os.path.join(folder, name)) as file:
                paths.update(re.findall(r'pages\.page\(\s*"([^"]+)"', file.read()))
    return sorted(paths - set(STARTS))


def check_places():
    """Every page of the program is in the table, and the pages that lead elsewhere do."""
    paths = [urllib.parse.urlsplit(path).path for path in PAGES.values()]
    missing = [
        path for path in declared()
        if not any(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), place) for place in paths)]
    check(not missing, "every page of Sources/Service/IlkPage is opened", missing)
    session = Session()
    for path in STARTS:
        answer = session.get(path)
        check(
            (answer.status, answer.headers["Location"]) == (303, path + "/doctype"), f"{path} leads to the first log",
            answer.status)
    for path in ["/", "/ui"]:
        check(send("GET", path).headers["Location"] == "/ui/overview", f"{path} leads to the overview")
