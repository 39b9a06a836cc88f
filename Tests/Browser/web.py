"""Requests without a browser, which a browser would not send: web.py."""

import http.client
import re
import urllib.parse

from desk import ADMIN, BASE

HOST = BASE.removeprefix("http://")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode("utf-8", "replace")

    def cookies(self):
        """The cookies that the answer sets: name to (value, attributes)."""
        found = {}
        for line in self.headers.get_all("Set-Cookie") or []:
            pair, *attributes = [part.strip() for part in line.split(";")]
            name, value = pair.split("=", 1)
            found[name] = (value, attributes)
        return found

    def form(self):
        """The secret in the forms of the page."""
        return re.search(r'name="form" value="([^"]*)"', self.text)[1]


def send(method, target, fields=None, headers=None, cookies=None):
    """Sends a request. The target is not changed: it can have '..'."""
    headers = dict(headers or {})
    if fields is not None:
        headers = FORM | headers
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    connection = http.client.HTTPConnection(HOST, timeout=30)
    try:
        body = None if fields is None else urllib.parse.urlencode(fields)
        connection.request(method, target, body, headers)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def sign_in(token, cookies=None, headers=None):
    """Sends the sign-in form with the cookies of a browser, and returns the answer."""
    page = send("GET", "/ui/sign-in", cookies=cookies)
    cookies = dict(cookies or {}) | {"ilk-form": page.cookies()["ilk-form"][0]}
    return send("POST", "/ui/sign-in", {"form": page.form(), "token": token}, headers, cookies)


class Session:
    """A person who signed in."""

    def __init__(self, token=ADMIN):
        self.cookies = {"ilk": sign_in(token).cookies()["ilk"][0]}

    def get(self, target, headers=None):
        return send("GET", target, headers=headers, cookies=self.cookies)

    def post(self, target, fields, headers=None):
        form = self.get("/ui/try").form()
        return send("POST", target, {"form": form} | fields, headers, self.cookies)
