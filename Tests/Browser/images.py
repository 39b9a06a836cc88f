"""Takes the pictures of the README in headless Chromium: images.py FOLDER, with ILK_LINK, CHROMIUM and CHROMEDRIVER."""

import os
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

LINK = os.environ["ILK_LINK"]
BASE = LINK.split("/ui/")[0]
MAIL = """Hello Mr Pell,

attached is the invoice for the two chairs. Please pay it within 14 days.

Kind regards,
Ana Ruiz"""

options = webdriver.ChromeOptions()
options.binary_location = os.environ["CHROMIUM"]
for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"]:
    options.add_argument(flag)
driver = webdriver.Chrome(options=options, service=Service(os.environ["CHROMEDRIVER"]))


def size(height):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 1100, "height": height, "deviceScaleFactor": 0.75, "mobile": False})


def wait(condition):
    WebDriverWait(driver, 20).until(lambda _: condition())


def picture(name, path, height):
    size(height)
    if path:
        driver.get(BASE + path)
    driver.save_screenshot(os.path.join(sys.argv[1], name + ".png"))


try:
    size(600)
    driver.get(LINK)
    driver.find_element(By.CSS_SELECTOR, "main button").click()
    wait(lambda: "/ui/overview" in driver.current_url)
    picture("overview", "/ui/overview/doctype", 860)
    picture("review", "/ui/review/doctype", 620)
    driver.get(BASE + "/ui/try")
    driver.find_element(By.ID, "text").send_keys(MAIL)
    driver.find_element(By.XPATH, "//main//button[normalize-space()='Classify']").click()
    wait(lambda: driver.find_elements(By.CSS_SELECTOR, "mark.for"))
    driver.execute_script("document.querySelector('mark.for').scrollIntoView({block: 'center'})")
    picture("try", None, 760)
finally:
    driver.quit()
