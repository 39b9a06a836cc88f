"""The browser, the checks and the environment that all steps share. run.sh sets the environment."""

import contextlib
import importlib.util
import json
import os
import re
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

LINK = os.environ["ILK_LINK"]
BASE = LINK.split("/ui/")[0]
ADMIN = os.environ["ILK_ADMIN"]
VIEWER = os.environ["ILK_VIEWER"]
SHOTS = os.environ["SHOTS"]
AXE = open(
    os.path.join(
        os.path.dirname(importlib.util.find_spec("axe_playwright_python").origin), "axe.min.js")
).read()
# Defects of the program that are not repaired yet: a regular expression for the names of their checks, and the reason.
# Remove an entry to turn its checks on. A listed check that passes is a failure, so that the list stays short.
KNOWN = {}
start = time.time()
failures = []


def check(condition, name, detail=""):
    """Prints the result of a check. The detail explains a failure."""
    reason = next((reason for names, reason in KNOWN.items() if re.fullmatch(names, name)), None)
    if reason and not condition:
        print(f"known {name}: {reason}", flush=True)
        return
    if reason:
        condition, detail = False, "it passes now: remove it from KNOWN"
    print(f"ok    {name}" if condition else f"FAILED {name}" + (f": {detail}" if detail else ""), flush=True)
    if not condition:
        failures.append(name)


@contextlib.contextmanager
def step(name):
    """Checks that a step reaches its end. The next steps run even if it does not."""
    try:
        yield
    except Exception as error:
        check(False, f"{name} reaches its end", f"{type(error).__name__}: {str(error).splitlines()[0]}")


def finish():
    print(f"{len(failures)} failures in {time.time() - start:.0f} s")
    raise SystemExit(1 if failures else 0)


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

    def command(self, name, /, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, path):
        self.driver.get(BASE + path)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def has(self, selector):
        return bool(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def focused(self):
        return self.driver.switch_to.active_element

    def press(self, *keys):
        """Presses keys like a person: the element with the focus gets them."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def status(self):
        return self.one("#status").text.replace("\n", " ")

    def main(self):
        return self.one("main").text

    def at(self, part):
        return part in self.driver.current_url

    def wait(self, condition):
        # The script replaces elements meanwhile.
        waiting = WebDriverWait(
            self.driver, 20, poll_frequency=0.1, ignored_exceptions=[StaleElementReferenceException])
        waiting.until(lambda _: condition())

    def expect(self, condition, name):
        """Checks a condition that becomes true when the next page is there."""
        try:
            self.wait(condition)
        except TimeoutException:
            print(self.main())
            check(False, name)
        else:
            check(True, name)

    def sign_in(self, token):
        self.open("/ui/sign-in")
        self.one("#token").send_keys(token + Keys.ENTER)
        self.wait(lambda: self.at("/ui/overview"))

    def click(self, text):
        self.driver.find_element(By.XPATH, f"//main//button[normalize-space()='{text}']").click()

    def inspect(self, name):
        """Checks a page: accessibility, width, errors, requests to other hosts."""
        width = self.run("return [document.documentElement.scrollWidth, innerWidth]")
        check(width[0] <= width[1], f"{name} has no horizontal overflow", width)
        self.run(AXE)
        found = self.driver.execute_async_script(
            "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
            ".then(r => arguments[0](r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])))")
        check(not found, f"{name} has no finding of axe", json.dumps(found))
        logs = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        check(not logs, f"{name} logs no error", logs)
        hosts = []
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                address = message["params"]["request"]["url"]
                if not address.startswith((BASE + "/", "data:", "chrome", "about:")):
                    hosts.append(address)
        check(not hosts, f"{name} loads from no other host", hosts)
        self.driver.save_screenshot(os.path.join(SHOTS, name + ".png"))
