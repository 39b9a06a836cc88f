"""The pages with the keyboard alone: no step clicks, and each stop of Tab is checked."""

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.keys import Keys

from desk import ADMIN, Browser, check
from places import CANDIDATE, MODEL, PAGES

# The element with the focus: its place in the document, and whether a person sees where the focus is.
STOP = """
const element = document.activeElement;
if (!element || element === document.body) return null;
const style = getComputedStyle(element), box = element.getBoundingClientRect();
// The browser marks the calendar button of a time inside the field.
const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
const isMarked = element.type === 'datetime-local' || isOutlined || style.boxShadow !== 'none';
const isInside = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
  && box.right > 0 && box.left < innerWidth;
return {place: [...document.querySelectorAll('*')].indexOf(element), isSeen: isMarked && isInside,
  html: element.outerHTML.slice(0, 150), text: element.innerText || ''}"""
# The places in the document of the elements that Tab must reach.
STOPS = """
const all = [...document.querySelectorAll('*')];
return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter(element => element.checkVisibility() && !element.disabled && element.type !== 'hidden')
  .map(element => all.indexOf(element))"""
WALKED = [
    "try", "review", "review-several", "log", "entry", "models", "candidate", "rules", "pack", "call-form", "mail",
    "debug", "debug-tail", "conflicts", "tokens",
]


def stop(browser):
    return browser.run(STOP)


def walk(browser, name):
    """Presses Tab through a page: each stop is seen, and the order is that of the document."""
    expected, seen = set(browser.run(STOPS)), []
    while len(seen) <= len(expected) + 5:
        browser.press(Keys.TAB)
        found = stop(browser)
        if found is None or (seen and found["place"] == seen[0]["place"]):
            break
        seen.append(found)
    places = [found["place"] for found in seen]
    check(seen and "Skip to content" in seen[0]["html"], f"{name}: Tab reaches the skip link first", seen[:1])
    check(places == sorted(places), f"{name}: Tab follows the order of the page", places)
    hidden = [found["html"] for found in seen if not found["isSeen"]]
    check(not hidden, f"{name}: the focus is visible at each stop", hidden)
    missed = browser.run(
        "const all = [...document.querySelectorAll('*')]; return arguments[0].map(place => all[place].outerHTML)",
        sorted(expected - set(places)))
    check(not missed, f"{name}: Tab reaches everything that can be used", [html[:150] for html in missed])


def go(browser, selector, key=Keys.TAB):
    """Presses a key until an element has the focus."""
    for _ in range(300):
        if browser.run("return document.activeElement.matches(arguments[0])", selector):
            return
        browser.press(key)
    raise LookupError(f"{key!r} does not reach {selector}")


def enter(browser, selector, condition, key=Keys.ENTER):
    """Goes to an element, presses a key on it, and waits for a condition."""
    go(browser, selector)
    browser.press(key)
    browser.wait(condition)


def sign_in(browser):
    browser.open("/ui/sign-in")
    walk(browser, "sign-in")
    browser.open("/ui/sign-in")
    browser.press(Keys.TAB, Keys.ENTER)
    browser.expect(
        lambda: browser.run("return document.activeElement.id") == "main",
        "the skip link moves the focus to the content")
    go(browser, "#token")
    browser.press(ADMIN, Keys.ENTER)
    browser.expect(lambda: browser.at("/ui/overview"), "the keyboard signs in")


def review(browser):
    """Labels, undoes and skips with keys, and labels with Tab and Enter."""
    enter(browser, "nav a[href='/ui/review']", lambda: browser.at("/ui/review/doctype"))
    before = browser.one("section .text").text
    for key, text in [("1", "labeled 1 text"), ("2", "labeled 2 texts"), ("u", "labeled 1 text")]:
        browser.press(key)
        browser.expect(lambda: text in browser.main(), f"the key {key} gives '{text}'")
        browser.wait(browser.status)  # The script shows the message a little later.
    browser.press("s")
    browser.expect(lambda: "Skipped" in browser.status(), "the key s skips a text")
    browser.press("u")
    browser.expect(lambda: "back in its place" in browser.status(), "the key u undoes a skip")
    browser.press(Keys.ENTER)
    browser.expect(lambda: "labeled 2 texts" in browser.main(), "Enter accepts the predicted label")
    check(stop(browser) is not None, "the focus stays in the page after a label")
    found = stop(browser) or {"html": "", "isSeen": False}
    check(found["isSeen"] and "data-key" in found["html"], "the predicted label has the focus after a label", found)
    go(browser, "form[data-key=u] button", Keys.SHIFT + Keys.TAB)
    browser.press(Keys.ENTER)
    browser.expect(lambda: "Removed the label" in browser.status(), "the button for the undo works by Enter")
    check(browser.one("section .text").text != before, "the first label stays")
    browser.open(PAGES["review-several"])
    box = "return document.querySelector('[data-digit=\"2\"]').checked"
    was = browser.run(box)
    browser.press("2")
    check(browser.run(box) != was, "a digit changes whether a label is chosen")
    browser.press(Keys.ENTER)
    browser.expect(lambda: "Labeled:" in browser.status(), "Enter saves several labels")


def undo_at_once(browser):
    """Presses the key for the undo while the request for the label runs, and right after it."""
    browser.open(PAGES["review"])
    text = browser.one("section .text").text
    browser.press("1", "u")
    browser.expect(lambda: "Removed the label" in browser.status(), "an undo waits for the label before it")
    check(browser.one("section .text").text == text, "the undo brings the text back at once")
    browser.press("2")
    browser.wait(lambda: browser.one("section .text").text != text)
    browser.press("u")  # The message with the button is not visible yet.
    browser.expect(lambda: browser.one("section .text").text == text, "an undo works before its message is shown")
    browser.wait(browser.status)


def typing(browser):
    """Keys of the review do nothing where a person types or if the box for the keys is off."""
    browser.open(PAGES["review"])
    text = browser.one("section .text").text
    go(browser, "summary")
    browser.press("s", Keys.ENTER)
    go(browser, "#keys")
    browser.press(Keys.SPACE)
    go(browser, "main a, main .scroll, main button")
    browser.press("s")
    browser.open(PAGES["review"])
    check(browser.one("section .text").text == text, "the keys can be turned off")
    check(not browser.run("return document.querySelector('#keys').checked"), "the box for the keys stays off")
    browser.run("sessionStorage.clear()")


def search(browser):
    enter(browser, "nav a[href='/ui/log']", lambda: browser.at("/ui/log/doctype"))
    go(browser, "#q")
    browser.press("invoice", Keys.ENTER)
    browser.expect(lambda: browser.at("q=invoice"), "Enter starts the search of the log")
    check("invoice" in browser.main() and "lunch" not in browser.main(), "the search finds the texts with the word")
    enter(browser, ".facet a", lambda: browser.has("[aria-current=true]"))
    check("q=invoice" in browser.driver.current_url, "a filter keeps the search")
    enter(browser, "td a", lambda: browser.has("dl"))
    check(browser.at("/ui/log/doctype/0"), "Enter opens an entry")
    go(browser, "main .labels button")
    browser.press(Keys.ENTER)
    browser.expect(lambda: "Corrected" in browser.status(), "Enter corrects an entry")
    check(stop(browser) is not None, "the focus stays in the page after a correction")


def promote(browser):
    """A promotion that is refused without the box, and a rollback."""
    enter(browser, "nav a[href='/ui/models']", lambda: browser.at("/ui/models/doctype"))
    enter(browser, f"td a[href='{MODEL}']", lambda: browser.at(MODEL))
    go(browser, "#reason")
    browser.press("by keyboard")
    enter(browser, "main form .main", lambda: "is active now" in browser.status() or "Status" in browser.main())
    check("is active now" not in browser.status(), "a worse version is refused without the box")
    browser.driver.get_log("browser")  # Browsers log the status 409.
    browser.open(MODEL)
    go(browser, "#reason")
    browser.press("by keyboard")
    go(browser, "input[name=force]")
    browser.press(Keys.SPACE)
    go(browser, "main form .main", Keys.SHIFT + Keys.TAB)
    browser.press(Keys.ENTER)
    browser.expect(lambda: f"Version {CANDIDATE} is active now" in browser.status(), "Enter activates a version")
    go(browser, "#reason")
    browser.press("back by keyboard", Keys.ENTER)
    browser.expect(lambda: "Version built-in is active now" in browser.status(), "Enter rolls back")
    browser.open(MODEL)
    check("by keyboard" in browser.main() and "back by keyboard" in browser.main(), "both reasons are stored")


def use_keyboard_only():
    with Browser() as browser:
        sign_in(browser)
        for step in [review, undo_at_once, typing, search, promote]:
            try:
                step(browser)
            except (LookupError, StaleElementReferenceException) as error:
                check(False, f"the keyboard completes the {step.__name__}", error)
        for name in WALKED:
            browser.open(PAGES[name])
            walk(browser, name)
        enter(browser, ".account button", lambda: browser.at("/ui/sign-in"))
        check(browser.has("#token"), "the keyboard signs out")
