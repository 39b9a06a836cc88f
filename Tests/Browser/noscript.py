"""The pages in a browser without script: every page loads, and plain forms do the work."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from desk import ADMIN, Browser, check
from places import CANDIDATE, MODEL, PAGES


def open_all(browser):
    """Every page has its content, and nothing that only a script can use."""
    for name, path in PAGES.items():
        browser.open(path)
        main = browser.main()
        is_problem = "about this problem" in main
        check(len(main) > 40 and is_problem == (name == "unknown"), f"{name} loads without script", main[:200])
        parts = browser.driver.find_elements(By.CSS_SELECTOR, "[data-script]")
        check(not any(part.is_displayed() for part in parts), f"{name} shows nothing that needs script")


def classify(browser):
    browser.open("/ui/try")
    browser.one("#text").send_keys("Dear Bob,\n\nthe invoice is attached.\n\nRegards, Ann")
    browser.click("Classify")
    browser.expect(lambda: browser.has("mark.for"), "a text is explained without script")
    browser.one("form[action='/ui/try/correct'] .labels button").click()
    browser.expect(lambda: "Stored as" in browser.status(), "a wrong label is corrected without script")


def review(browser):
    browser.open(PAGES["review"])
    first = browser.one("section .text").text
    browser.one(".labels button").click()
    browser.expect(lambda: "Labeled:" in browser.status(), "a text is labeled without script")
    check(browser.one("section .text").text != first, "the next text follows without script")
    browser.one("form[data-key=u] button").click()
    browser.expect(lambda: "Removed the label" in browser.status(), "a label is undone without script")
    check(browser.one("section .text").text == first, "the text is back without script")
    browser.one("button[name=skip]").click()
    browser.expect(lambda: "Skipped" in browser.status(), "a text is skipped without script")
    browser.open(PAGES["review-several"])
    browser.one("[name=label]").click()
    browser.click("Save these labels Enter")
    browser.expect(lambda: "Labeled:" in browser.status(), "several labels are saved without script")


def filter_log(browser):
    browser.open(PAGES["log"])
    count = len(browser.driver.find_elements(By.CSS_SELECTOR, "tbody tr"))
    browser.one("#q").send_keys("invoice" + Keys.ENTER)
    browser.expect(lambda: browser.at("q=invoice"), "the log is searched without script")
    found = len(browser.driver.find_elements(By.CSS_SELECTOR, "tbody tr"))
    check(0 < found < count, "the search finds some texts without script", [found, count])
    browser.one(".facet a").click()
    browser.expect(lambda: browser.has("[aria-current=true]"), "the log is filtered without script")
    browser.one("td a").click()
    browser.expect(lambda: browser.has("dl"), "an entry is opened without script")


def promote(browser):
    browser.open(MODEL)
    check(browser.has("input[name=force]"), "there is a version to activate")
    browser.one("#reason").send_keys("to try it")
    browser.one("input[name=force]").click()
    browser.click("Activate this version")
    browser.expect(
        lambda: f"Version {CANDIDATE} is active now" in browser.status(), "a version is activated without script")
    browser.one("#reason").send_keys("as before")
    browser.click("Roll back")
    browser.expect(
        lambda: "Version built-in is active now" in browser.status(), "a version is rolled back without script")


def use_without_script():
    with Browser(script=False) as browser:
        browser.sign_in(ADMIN)
        open_all(browser)
        for part in [classify, review, filter_log, promote]:
            part(browser)
        browser.one(".account button").click()
        browser.expect(lambda: browser.at("/ui/sign-in"), "signing out leads to the sign-in")
        browser.open(PAGES["log"])
        check(browser.at("/ui/sign-in?next="), "no page opens after signing out")
