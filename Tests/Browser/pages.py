"""Uses the pages in Chromium as people do, and checks each one: pages.py, started by run.sh."""

import importlib.util
import json
import os
import subprocess
import sys
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

LINK = os.environ["ILK_LINK"]
BASE = LINK.split("/ui/")[0]
SHOTS = os.environ["SHOTS"]
AXE = open(
    os.path.join(
        os.path.dirname(importlib.util.find_spec("axe_playwright_python").origin), "axe.min.js")
).read()
PAGES = {
    "overview": "/ui/overview/doctype", "try": "/ui/try", "review": "/ui/review/doctype",
    "log": "/ui/log/doctype", "filtered": "/ui/log/doctype?category=email&since=7d",
    "entry": "/ui/log/doctype/-1", "models": "/ui/models/doctype", "model": "/ui/models/doctype/built-in",
    "rules": "/ui/rules/doctype?measure=yes", "new-pack": "/ui/rules/doctype/new",
    "calls": "/ui/calls", "call": "/ui/calls/-1", "call-form": "/ui/calls/new",
    "call-statistics": "/ui/calls/statistics", "mail": "/ui/mail", "found-mail": "/ui/mail?q=is:unread",
    "usage": "/ui/usage", "regressions": "/ui/usage/regressions", "usage-events": "/ui/usage/events",
    "debug": "/ui/debug", "debug-event": "/ui/debug/events/-1", "debug-tail": "/ui/debug/tail",
    "debug-templates": "/ui/debug/templates", "sync": "/ui/sync", "outbox": "/ui/sync/outbox",
    "conflicts": "/ui/sync/conflicts", "system": "/ui/system", "stores": "/ui/system/stores?check=true",
    "tokens": "/ui/system/tokens", "configuration": "/ui/system/configuration",
    "changes": "/ui/system/changes",
}
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
failures = []


def check(condition, text):
    print(("ok    " if condition else "FAILED ") + text)
    if not condition:
        failures.append(text)


class Browser:
    def __init__(self, width=1440, dark=False, script=True, zoom=1):
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ["CHROMIUM"]
        for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(os.environ["CHROMEDRIVER"]))
        self.driver.set_page_load_timeout(30)
        self.script = script
        # At 200 %, a window of 1440 pixels is as wide as one of 720.
        self.command("Emulation.setDeviceMetricsOverride", width=width // zoom, height=1000,
                     deviceScaleFactor=zoom, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        if not script:
            self.command("Emulation.setScriptExecutionDisabled", value=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def open(self, path):
        self.driver.get(BASE + path)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def has(self, selector):
        return bool(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def status(self):
        return self.one("#status").text.replace("\n", " ")

    def wait(self, condition):
        # The script replaces elements meanwhile.
        waiting = WebDriverWait(self.driver, 20, ignored_exceptions=[StaleElementReferenceException])
        waiting.until(lambda _: condition())

    def expect(self, condition, text):
        """Checks a condition that becomes true when the next page is there."""
        try:
            self.wait(condition)
        except TimeoutException:
            print(self.one("main").text)
            check(False, text)
        else:
            check(True, text)

    def sign_in(self, token):
        self.open("/ui/sign-in")
        self.one("#token").send_keys(token + Keys.ENTER)
        self.wait(lambda: "/ui/overview" in self.driver.current_url)

    def click(self, text):
        self.driver.find_element(By.XPATH, f"//main//button[normalize-space()='{text}']").click()

    def inspect(self, name):
        """Checks a page: accessibility, width, errors, requests to other hosts."""
        run = self.driver.execute_script
        width = run("return [document.documentElement.scrollWidth, innerWidth]")
        check(width[0] <= width[1], f"{name} has no horizontal overflow {width}")
        run(AXE)
        found = self.driver.execute_async_script(
            "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
            ".then(r => arguments[0](r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])))")
        check(not found, f"{name} has no finding of axe {json.dumps(found) if found else ''}")
        logs = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        check(not logs, f"{name} logs no error {logs or ''}")
        hosts = []
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                address = message["params"]["request"]["url"]
                if not address.startswith((BASE + "/", "data:", "chrome", "about:")):
                    hosts.append(address)
        check(not hosts, f"{name} loads from no other host {hosts or ''}")
        self.driver.save_screenshot(os.path.join(SHOTS, name + ".png"))


def inspect_all():
    forms = [(320, False, 1), (768, True, 1), (1440, False, 1), (1440, False, 2)]
    for width, dark, zoom in forms:
        with Browser(width, dark, zoom=zoom) as browser:
            suffix = f"-{width}" + ("-dark" if dark else "") + ("-zoomed" if zoom > 1 else "")
            browser.open("/ui/sign-in")
            browser.inspect("sign-in" + suffix)
            browser.sign_in(os.environ["ILK_ADMIN"])
            for name, path in PAGES.items():
                browser.open(path)
                browser.inspect(name + suffix)


def use_keyboard():
    """A review of 20 texts with the keyboard, with an undo."""
    with Browser() as browser:
        browser.driver.get(LINK)
        browser.click("Sign in")
        browser.wait(lambda: "/ui/overview" in browser.driver.current_url)
        check("administrator" in browser.one(".account").text, "the link signs in an administrator")
        browser.open(PAGES["review"])
        for number in range(1, 21):
            browser.driver.switch_to.active_element.send_keys(str(1 + number % 2))
            browser.wait(lambda: f"labeled {number} text" in browser.one("main").text)
        browser.driver.switch_to.active_element.send_keys("u")
        browser.wait(lambda: "labeled 19 texts" in browser.one("main").text)
        browser.driver.switch_to.active_element.send_keys("s")
        browser.wait(lambda: "Skipped" in browser.status())
        browser.inspect("reviewed")
        browser.click("Retrain now")
        browser.wait(lambda: "Report" in browser.one("main").text)
        browser.inspect("retrained")


def use_without_script():
    with Browser(script=False) as browser:
        browser.sign_in(os.environ["ILK_ADMIN"])
        browser.open("/ui/try")
        browser.one("#text").send_keys("Dear Bob,\n\nthe invoice is attached.\n\nRegards, Ann")
        browser.click("Classify")
        browser.expect(lambda: browser.has("mark.for"), "a text is explained without script")
        browser.one("form[action='/ui/try/correct'] .labels button").click()
        browser.expect(lambda: "Stored as" in browser.status(), "a wrong label is corrected without script")
        browser.open("/ui/models/doctype")
        # The candidate of the retraining, whether it is better or not.
        browser.one("td a").click()
        browser.wait(lambda: browser.has("dl"))
        if browser.has("input[name=force]"):
            browser.one("#reason").send_keys("to try it")
            browser.one("input[name=force]").click()
            browser.click("Activate this version")
            browser.expect(lambda: "is active now" in browser.status(), "a version is activated without script")
        browser.open("/ui/models/doctype")
        browser.one("#reason").send_keys("as before")
        browser.click("Roll back")
        browser.expect(
            lambda: "Version built-in is active now" in browser.status(), "a version is rolled back without script")
        browser.one(".account button").click()
        browser.expect(lambda: "/ui/sign-in" in browser.driver.current_url, "signing out leads to the sign-in")


def edit_rules():
    """A pack is checked while it is typed, compared, saved, changed without script, and removed."""
    with Browser() as browser:
        browser.sign_in(os.environ["ILK_ADMIN"])
        browser.open(PAGES["new-pack"])
        browser.one("#name").send_keys("seeing")
        browser.one("#text").clear()
        browser.one("#text").send_keys(PACK + "wrong: [")
        browser.expect(
            lambda: "Error" in browser.one("#findings").text and browser.has("#gutter mark"),
            "an error is shown at its line while typing")
        browser.inspect("pack-with-error")
        browser.one("[data-line]").click()
        check(browser.driver.switch_to.active_element.get_attribute("id") == "text", "an error leads to its line")
        browser.one("#text").clear()
        browser.one("#text").send_keys(PACK)
        browser.expect(
            lambda: "2 of 2 examples passed" in browser.one("#findings").text, "examples run while typing")
        browser.click("What would it change?")
        browser.expect(
            lambda: "Text Now Changed" in browser.one("main").text, "changed verdicts are shown before saving")
        browser.inspect("pack-compared")
        browser.click("Save")
        browser.expect(lambda: "Saved" in browser.status(), "a pack is saved")
    with Browser(script=False) as browser:
        browser.sign_in(os.environ["ILK_ADMIN"])
        browser.open("/ui/rules/doctype/packs/seeing")
        browser.one("#text").clear()
        browser.one("#text").send_keys(PACK.replace("weight: 9", "weight: 1"))
        browser.one("#reason").send_keys("too strong")
        browser.click("Save")
        browser.expect(lambda: "Saved" in browser.status(), "a pack is changed without script")
        check("too strong" in browser.one("main").text and "Version 2" in browser.one("main").text, "it has a history")
        browser.one("details summary").click()
        browser.click("Remove the pack")
        browser.expect(lambda: "Removed the pack" in browser.status(), "a pack is removed without script")


def use_as_viewer():
    with Browser() as browser:
        browser.sign_in(os.environ["ILK_VIEWER"])
        for name in ["review", "entry", "models", "call", "outbox", "conflicts", "system"]:
            browser.open(PAGES[name])
            check(not browser.has("main form button[name]"), f"{name} offers a viewer no change")


def use_applications(script):
    """A call is recorded, a thread is read, and a new debug event appears by itself if there is script."""
    kind = "with" if script else "without"
    with Browser(script=script) as browser:
        browser.sign_in(os.environ["ILK_ADMIN"])
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


def resolve_conflict():
    with Browser() as browser:
        browser.sign_in(os.environ["ILK_ADMIN"])
        browser.open(PAGES["conflicts"])
        text = browser.one("main").text
        check("as noted here" in text and "as noted there <script>" in text, "both versions of a call are shown")
        browser.one("main form button[value=server]").click()
        browser.expect(lambda: "Resolved" in browser.status(), "a conflict is resolved")
        browser.open("/ui/calls/-1")
        check("as noted there" in browser.one("main").text, "the call has the chosen version")


def smoke():
    """Three pages, narrow and in dark colors, and a text that is classified."""
    with Browser(320, dark=True) as browser:
        browser.sign_in(os.environ["ILK_ADMIN"])
        for name in ["overview", "try", "review"]:
            browser.open(PAGES[name])
            browser.inspect(name + "-320-dark")
        browser.open(PAGES["try"])
        browser.one("#text").send_keys("Dear Bob,\n\nthe invoice is attached.\n\nRegards, Ann")
        browser.click("Classify")
        browser.expect(lambda: browser.has("mark.for"), "a text is explained")


start = time.time()
if os.environ.get("SMOKE"):
    smoke()
else:
    for step in [inspect_all, resolve_conflict, use_keyboard, use_without_script, edit_rules, use_as_viewer]:
        step()
    for script in [True, False]:
        use_applications(script)
print(f"{len(failures)} failures in {time.time() - start:.0f} s")
sys.exit(1 if failures else 0)
