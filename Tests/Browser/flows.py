"""Uses the pages as people do: a review with a retraining, rules, calls, mail, debug events and conflicts."""

import os
import subprocess

from selenium.webdriver.common.by import By

from desk import ADMIN, LINK, VIEWER, Browser, check
from places import PAGES, found
from web import Session

PACK = """version: 1
pack: own
taxonomy: doctype
description: Mine.
rules:
  - id: own.see
    description: The word 'see'
    label: document
    weight: 9
    match: { word: { words: [see] } }
    examples: { match: ["see it"], reject: ["nothing"] }
"""


def review_texts():
    """A review of 20 texts with the keyboard, with an undo."""
    with Browser() as browser:
        browser.driver.get(LINK)
        browser.click("Sign in")
        browser.wait(lambda: browser.at("/ui/overview"))
        check("administrator" in browser.one(".account").text, "the link signs in an administrator")
        browser.open(PAGES["review"])
        for number in range(1, 21):
            browser.press(str(1 + number % 2))
            browser.wait(lambda: f"labeled {number} text" in browser.main())
        browser.wait(lambda: browser.has("form[data-key=u]"))  # The script shows the message a little later.
        browser.press("u")
        browser.wait(lambda: "labeled 19 texts" in browser.main())
        browser.press("s")
        browser.wait(lambda: "Skipped" in browser.status())
        browser.inspect("reviewed")
        browser.click("Retrain now")
        browser.expect(lambda: "Report" in browser.main(), "a retraining ends with a report")
        browser.inspect("retrained")


def edit_rules():
    """A pack is checked while it is typed, compared, saved, changed without script, and removed."""
    with Browser() as browser:
        browser.sign_in(ADMIN)
        browser.open(PAGES["new-pack"])
        browser.one("#name").send_keys("seeing")
        browser.one("#text").clear()
        browser.one("#text").send_keys(PACK + "wrong: [")
        browser.expect(
            lambda: "Error" in browser.one("#findings").text and browser.has("#gutter mark"),
            "an error is shown at its line while typing")
        browser.inspect("pack-with-error")
        browser.one("[data-line]").click()
        check(browser.focused().get_attribute("id") == "text", "an error leads to its line")
        browser.one("#text").clear()
        browser.one("#text").send_keys(PACK)
        browser.expect(
            lambda: "2 of 2 examples passed" in browser.one("#findings").text, "examples run while typing")
        browser.click("What would it change?")
        browser.expect(
            lambda: "Text Now Changed" in browser.main(), "changed verdicts are shown before saving")
        browser.inspect("pack-compared")
        browser.click("Save")
        browser.expect(lambda: "Saved" in browser.status(), "a pack is saved")
    with Browser(script=False) as browser:
        browser.sign_in(ADMIN)
        browser.open("/ui/rules/doctype/packs/seeing")
        browser.one("#text").clear()
        browser.one("#text").send_keys(PACK.replace("weight: 9", "weight: 1"))
        browser.one("#reason").send_keys("too strong")
        browser.click("Save")
        browser.expect(lambda: "Saved" in browser.status(), "a pack is changed without script")
        check("too strong" in browser.main() and "Version 2" in browser.main(), "it has a history")
        browser.one("form details:has(button[name=step]) summary").click()
        browser.click("Remove the pack")
        browser.expect(lambda: "Removed the pack" in browser.status(), "a pack is removed without script")


def use_as_viewer():
    with Browser() as browser:
        browser.sign_in(VIEWER)
        for name in ["review", "entry", "models", "calls", "call", "outbox", "conflicts", "system"]:
            browser.open(PAGES[name])
            check(not browser.has("main form button[name]"), f"{name} offers a viewer no change")


def use_applications():
    for script in [True, False]:
        use_calls_and_mail(script)
        use_selected_calls(script)


def use_calls_and_mail(script):
    """A call is recorded, a thread is read, and a new debug event appears by itself if there is script."""
    kind = "with" if script else "without"
    with Browser(script=script) as browser:
        browser.sign_in(ADMIN)
        browser.open("/ui/calls/new")
        browser.one("#contact").send_keys("Zoe")
        browser.one("#duration").send_keys("soon")
        browser.click("Record the call")
        browser.expect(lambda: browser.has("[role=alert]"), f"a refused call is explained {kind} script")
        browser.driver.get_log("browser")  # Browsers log the status 422.
        browser.one("#duration").clear()
        browser.one("#duration").send_keys("12")
        browser.click("Record the call")
        browser.expect(lambda: "Recorded the call" in browser.status(), f"a call is recorded {kind} script")
        browser.open("/ui/mail")
        browser.one("td.cut a").click()
        browser.expect(lambda: browser.has("article pre.text"), f"a thread is read {kind} script")
        if script:
            browser.inspect("thread")
            browser.open("/ui/debug/tail?q=event:appeared")
            subprocess.run([os.environ["ILK"], "debug", "import", os.environ["ILK_EVENT"]], check=True)
            browser.expect(lambda: "appeared" in browser.one("#followed").text, "a new event appears by itself")


def use_selected_calls(script):
    """Two calls are selected, tagged and, after a confirmation, deleted. One is exported."""
    kind = "with" if script else "without"
    session = Session()
    for number in range(2):
        session.post("/ui/calls", {"contact": "Several", "notes": f"several {number}"})
    page = "/ui/calls?contact=Several"
    answer = session.post("/ui/calls/export", {"call": found(session, page, "/ui/calls/0").split("/")[-1], "as": "csv"})
    check(
        "attachment" in (answer.headers["Content-Disposition"] or "") and "several" in answer.text,
        "a selected call is exported")
    with Browser(script=script) as browser:
        browser.sign_in(ADMIN)

        def select(button):
            for box in browser.driver.find_elements(By.CSS_SELECTOR, "input[name=call]"):
                box.click()
            browser.click(button)

        browser.open(page)
        browser.one("#tags").send_keys("batch")
        select("Add the tags")
        browser.expect(
            lambda: "Changed the tags of 2 calls" in browser.status(), f"selected calls are tagged {kind} script")
        select("Delete …")
        browser.expect(
            lambda: "several 0" in browser.main() and "several 1" in browser.main(),
            f"the calls to delete are listed {kind} script")
        if script:
            browser.inspect("calls-delete")
        browser.click("Delete 2 calls now")
        browser.expect(lambda: "Deleted 2 calls" in browser.status(), f"selected calls are deleted {kind} script")
        check("No matching calls" in browser.main(), f"the list keeps its filter {kind} script")


def resolve_conflict():
    with Browser() as browser:
        browser.sign_in(ADMIN)
        browser.open(PAGES["conflicts"])
        text = browser.main()
        check("as noted here" in text and "as noted there <script>" in text, "both versions of a call are shown")
        browser.one("main form button[value=server]").click()
        browser.expect(lambda: "Resolved" in browser.status(), "a conflict is resolved")
        browser.open(found(Session(), "/ui/calls?q=noted", "/ui/calls/0"))
        check("as noted there" in browser.main(), "the call has the chosen version")
        browser.open(PAGES["conflicts"])
        text = browser.main()
        check("Dinner" in text and "Supper" in text, "a replaced value is next to the kept value")
        browser.click("Delete the replaced value")
        browser.expect(lambda: "Deleted 1 replaced value" in browser.status(), "a replaced value is deleted")
