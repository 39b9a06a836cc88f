"""Hostile texts in every place where the program stores or shows the text of a person (seed.py plants most of them)."""

import urllib.parse

from selenium.webdriver.common.by import By

from desk import Browser, check, step
from hostile import hostile, hostile_name
from places import MODEL, PAGES, found
from seed import pack
from web import Session

# What a page made from the texts: the calls of ran(), and the elements and attributes that only they have.
HARM = """
const made = document.querySelectorAll('img, script:not([src]), [onerror], [onload], [onfocus], iframe, object');
return [...(window.calls || []), ...[...made].map(element => element.outerHTML.slice(0, 200))]"""
# All text of a page, with that of its fields.
SHOWN = """
const fields = [...document.querySelectorAll('input, textarea, option')].map(field => field.value);
return [document.title, document.body.textContent, ...fields].join('\\n')"""
SPY = "window.calls = []; window.ran = () => calls.push('ran'); window.alert = text => calls.push('alert ' + text)"

# Addresses that end with a text and do not show it in a field.
QUERIES = [
    "/ui/log/doctype?since=", "/ui/log/doctype?until=", "/ui/log/doctype?category=", "/ui/log/doctype?author=",
    "/ui/calls?since=", "/ui/calls?emotion=", "/ui/calls/statistics?since=", "/ui/mail?account=", "/ui/mail?label=",
    "/ui/usage?days=", "/ui/usage?from=", "/ui/usage/regressions?on=", "/ui/usage/events?since=", "/ui/debug?since=",
    "/ui/debug/templates?hours=", "/ui/try?taxonomy=", "/ui/system/changes?token=", "/ui/system?cursor=",
    "/ui/rules/doctype/file?file=", "/ui/overview/", "/ui/review/", "/ui/log/", "/ui/log/doctype/", "/ui/models/",
    "/ui/models/doctype/", "/ui/rules/", "/ui/rules/doctype/packs/", "/ui/calls/", "/ui/mail/threads/",
    "/ui/debug/events/", "/ui/debug/traces/", "/ui/system/stores?check=", "/ui/sync/outbox?limit=",
]


def long(*places):
    return [hostile(place) for place in places]


def short(*places):
    return [hostile_name(place) for place in places]


def shown(session):
    """The texts that each page must show."""
    entry = found(session, "/ui/log/doctype?q=planted", "/ui/log/doctype/0")
    call = found(session, "/ui/calls?q=planted", "/ui/calls/0")
    thread = found(session, "/ui/mail?q=planted", "/ui/mail/threads/")
    file = found(session, "/ui/rules/doctype", "/ui/rules/doctype/file?file=%2F")
    return [
        ("the log", "/ui/log/doctype?q=planted", long("text")),
        ("an entry", entry, long("text", "author")),
        ("label authors", "/ui/models/doctype", long("author", "reason")),
        ("a version", MODEL, long("reason", "importer", "promotion", "rollback")),
        ("a card", "/ui/models/weather/1.0.0", long("card")),
        ("labels", "/ui/review/weather", short("label")),
        ("labels of an entry", "/ui/log/weather/-1", short("label")),
        ("rule files", "/ui/rules/doctype", long("rule", "own rule") + short("file")),
        ("a rule file", file, long("comment")),
        ("a copied rule file", file.replace("/file?", "/new?"), long("comment")),
        ("a pack", "/ui/rules/doctype/packs/planted", long("own comment", "change")),
        ("a version of a pack", "/ui/rules/doctype/packs/planted?version=1", long("own comment")),
        ("calls", "/ui/calls", long("contact", "note")),
        ("a call", call, long("contact", "note") + short("tag", "attachment")),
        ("the form of a call", "/ui/calls/new", long("contact")),
        ("call statistics", "/ui/calls/statistics", long("contact")),
        ("mail", "/ui/mail?q=planted", long("subject") + [clean("sender")]),
        ("mailboxes", "/ui/mail", short("mailbox", "folder")),
        ("a thread", thread, long("subject", "body") + [clean("sender"), clean("receiver"), clean("copy")]
            + short("folder") + [hostile_name("pdf").replace('"', "")]),
        ("usage", "/ui/usage", long("word", "caregiver", "gone")),
        ("regressions", "/ui/usage/regressions", long("gone")),
        ("usage events", "/ui/usage/events", long("word")),
        ("debug events", "/ui/debug", long("event", "field", "value")),
        ("a trace", PAGES["debug-trace"], long("event", "field", "value")),
        ("a debug event", "/ui/debug/events/00000000-0000-0000-0001-000000000001", long("event", "field", "value")),
        ("the newest debug events", "/ui/debug/tail", long("event", "value")),
        ("debug templates", "/ui/debug/templates", long("event")),
        ("sync", "/ui/sync", long("device") + short("sync", "account")),
        ("tokens", "/ui/system/tokens", short("read", "sync", "account", "made")),
        ("changes", "/ui/system/changes", short("made")),
    ]


def clean(place):
    """A text in a quoted header field of a mail."""
    return hostile(place).replace('"', "")


def queries():
    """Texts in the address of a page, and the fields that show them."""
    for path in ["/ui/log/doctype", "/ui/calls", "/ui/mail", "/ui/usage/events", "/ui/debug", "/ui/debug/tail"]:
        yield f"{path}?q=", path in ["/ui/log/doctype", "/ui/calls", "/ui/usage/events"]
    yield "/ui/calls?contact=", True
    yield "/ui/calls/new?contact=", True
    yield "/ui/sign-in?next=", False
    yield "/ui/sign-in?next=/ui/", False
    yield "/ui/sign-in?link=", True
    for path in QUERIES:
        yield path, False


def plant(session):
    """Stores texts through the pages: a pack, reasons, and a token, which then changes something."""
    text = pack("planted", hostile("own comment"), hostile("own rule"))
    session.post("/ui/rules/doctype/new",
                 {"name": "planted", "text": text, "reason": hostile("change"), "step": "save"})
    made = session.post("/ui/system/tokens", {"name": hostile_name("made"), "scope": "admin"})
    notice = session.get(made.headers["Location"]).text
    guest = Session(notice[notice.index("ilk_"):].split("<")[0].strip())
    guest.post(MODEL + "/promote", {"reason": hostile("promotion"), "force": "yes"})
    guest.post("/ui/models/doctype/rollback", {"reason": hostile("rollback")})
    return guest


def judge(browser, name, texts):
    harm = browser.run(HARM)
    check(not harm, f"{name}: a hostile text is only text", harm)
    page = browser.run(SHOWN)
    missing = [text for text in texts if " ".join(text.split()) not in " ".join(page.split())]
    check(not missing, f"{name}: the hostile texts are shown unchanged", missing)


def send_forms(browser):
    """Texts that a form sends and the answer shows again."""
    forms = [
        ("a tried text", "/ui/try", {"#text": hostile("tried")}, "Classify", "tried"),
        ("a refused call", "/ui/calls/new", {"#contact": hostile("caller"), "#duration": hostile("time")},
         "Record the call", "caller"),
        ("a refused pack name", "/ui/rules/doctype/new", {"#name": hostile_name("name")}, "Save", "name"),
        ("a refused pack", "/ui/rules/doctype/new", {"#text": f"rules: [ {hostile('yaml')}"}, "Check", "yaml"),
    ]
    for name, path, fields, button, place in forms:
        browser.open(path)
        for selector, text in fields.items():
            browser.run("arguments[0].value = arguments[1]", browser.one(selector), text)
        before = browser.one("main")
        browser.run("arguments[0].click()", browser.driver.find_element(
            By.XPATH, f"//main//button[normalize-space()='{button}']"))
        browser.wait(lambda: before != browser.one("main"))
        judge(browser, name, [hostile_name(place) if place == "name" else hostile(place)])


def check_hostile_texts():
    """No page makes an element of a stored text, even without the policy that would stop its script."""
    session = Session()
    guest = plant(session)
    with Browser() as browser:
        browser.command("Page.enable")
        browser.command("Page.setBypassCSP", enabled=True)
        browser.command("Page.addScriptToEvaluateOnNewDocument", source=SPY)
        browser.open("/ui/sign-in")
        browser.command("Network.setCookie", name="ilk", value=guest.cookies["ilk"], url=browser.driver.current_url)
        browser.open("/ui/try")
        judge(browser, "the account", short("made"))
        for name, path, texts in shown(session):
            browser.open(path)
            judge(browser, name, texts)
        for path in PAGES.values():
            browser.open(path)
            judge(browser, path, [])
        for path, is_shown in queries():
            text = hostile_name("query")
            browser.open(path + urllib.parse.quote(text, safe=""))
            judge(browser, path, [text] if is_shown else [])
        with step("hostile texts in forms"):
            send_forms(browser)
