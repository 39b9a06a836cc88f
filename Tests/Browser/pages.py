"""Checks the pages of ilk serve in Chromium: pages.py, started by run.sh. SMOKE=1 opens three pages only."""

import os

import flows
import keyboard
import noscript
import places
import security
import xss
from desk import ADMIN, Browser, finish, step


def inspect_all():
    forms = [(320, False, 1), (768, True, 1), (1440, False, 1), (1440, False, 2)]
    for width, dark, zoom in forms:
        with Browser(width, dark, zoom=zoom) as browser:
            suffix = f"-{width}" + ("-dark" if dark else "") + ("-zoomed" if zoom > 1 else "")
            browser.open("/ui/sign-in")
            browser.inspect("sign-in" + suffix)
            browser.sign_in(ADMIN)
            for name, path in places.PAGES.items():
                browser.open(path)
                if name == "unknown":
                    browser.driver.get_log("browser")  # Browsers log the status 404.
                browser.inspect(name + suffix)


def smoke():
    """Three pages, narrow and in dark colors, and a text that is classified."""
    with Browser(320, dark=True) as browser:
        browser.sign_in(ADMIN)
        for name in ["overview", "try", "review"]:
            browser.open(places.PAGES[name])
            browser.inspect(name + "-320-dark")
        browser.open(places.PAGES["try"])
        browser.one("#text").send_keys("Dear Bob,\n\nthe invoice is attached.\n\nRegards, Ann")
        browser.click("Classify")
        browser.expect(lambda: browser.has("mark.for"), "a text is explained")


# A version is activated and rolled back before the retraining, which can activate another one. The guesses of tokens
# are last, because the server refuses further ones for a minute.
STEPS = [
    places.prepare, places.check_places, security.check_headers, security.check_cookies, security.check_forms,
    security.check_roles, security.check_addresses, inspect_all, flows.resolve_conflict, noscript.use_without_script,
    keyboard.use_keyboard_only, xss.check_hostile_texts, flows.review_texts, flows.edit_rules, flows.use_as_viewer,
    flows.use_applications, security.check_guessing,
]
for run in [smoke] if os.environ.get("SMOKE") else STEPS:
    with step(run.__name__):
        run()
finish()
