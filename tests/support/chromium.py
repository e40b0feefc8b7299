"""Headless Chromium, driven by Selenium, for tests of pages. An import ends a test with exit code 77, which CTest shows as skipped, where
Chromium, its driver or Selenium is missing.
"""
import pathlib
import shutil
import subprocess
import sys


def skip(reason, remedy="apt-get install chromium chromium-driver python3-selenium"):
    print(f"skipped: {reason} ({remedy})")
    sys.exit(77)


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
except ImportError:
    SYSTEM = "/usr/bin/python3"  # the package of the distribution belongs to its own interpreter
    if sys.executable != SYSTEM and pathlib.Path(SYSTEM).exists():
        sys.exit(subprocess.run([SYSTEM, *sys.argv], check=False).returncode)
    skip("no module selenium")
PROGRAM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
if PROGRAM is None or DRIVER is None:
    skip("no chromium or chromedriver")


def start(logs=None):
    """A browser; logs: what get_log() keeps, from which level on. Without it the console's warnings and errors."""
    options = Options()
    options.binary_location = PROGRAM
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(word)
    if logs:
        options.set_capability("goog:loggingPrefs", logs)
    return webdriver.Chrome(service=Service(DRIVER), options=options)


def show(browser, address, width, height, theme):
    """Opens a page in a window of width x height pixels, of a phone below 600, for a user whose system is light or dark."""
    resize(browser, width, height)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
    browser.get(address)


def resize(browser, width, height):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
