"""Sessions, forms, header fields and addresses that an attacker chooses. They need no browser."""

import re
import urllib.parse

from desk import ADMIN, BASE, VIEWER, check
from places import PAGES
from web import Session, send, sign_in

HEADERS = {
    "Content-Security-Policy": "frame-ancestors 'none'", "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cache-Control": "no-store",
}
# The parameters of the pages, with a valid value of the others.
NAMES = [
    "/ui/overview/{}", "/ui/review/{}", "/ui/review/doctype/jobs/{}", "/ui/review/{}/jobs/1", "/ui/log/{}",
    "/ui/log/doctype/{}", "/ui/log/{}/-1", "/ui/models/{}", "/ui/models/doctype/{}", "/ui/models/{}/built-in",
    "/ui/models/doctype/{}/compare", "/ui/models/{}/built-in/compare", "/ui/models/{}/label-issues",
    "/ui/rules/{}", "/ui/rules/{}/new", "/ui/rules/{}/packs/changed", "/ui/rules/doctype/packs/{}",
    "/ui/rules/doctype/packs/changed?version={}", "/ui/rules/{}/file?file=rules", "/ui/rules/doctype/file?file={}",
    "/ui/rules/doctype/new?file={}", "/ui/calls/{}", "/ui/mail/threads/{}", "/ui/debug/events/{}",
    "/ui/debug/traces/{}", "/ui/system/stores/{}/backup", "/ui/files/{}/style.css", "/ui/files/0/{}",
    "/ui/data?as=json&path=/v1/{}", "/ui/data?as=json&path={}",
    "/ui/data?as=json&path=/v1/rules/doctype/source?file={}", "/ui/data?as=json&path=/v1/stores/{}/backup",
]
FORMS = [
    "/ui/review/{}", "/ui/review/{}/retrain", "/ui/log/{}/-1", "/ui/log/doctype/{}", "/ui/models/{}/rollback",
    "/ui/models/doctype/{}/promote", "/ui/models/{}/built-in/promote", "/ui/calls/{}", "/ui/calls/{}/delete",
    "/ui/sync/conflicts/{}", "/ui/system/jobs/{}/cancel", "/ui/system/tokens/{}/revoke",
]
# The fields of all forms. Without a field that it needs, a form is refused before its name is read.
FIELDS = {
    "reason": "x", "category": "email", "entry": "-1", "skip": "skip", "contact": "Ann", "keep": "local",
    "account": "default",
}
CLIMBS = [
    "..", "%2e%2e", "..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "..%2fhub.sqlite", "..%5c..%5cpasswd",
    "%2fetc%2fpasswd", "%252e%252e%252fpasswd", "doctype%00", "../../../../../../../etc/passwd", "%c0%ae%c0%ae%2f",
]


def check_headers():
    """The header fields of every page, of a redirection, of problems and of a file."""
    session = Session()
    targets = PAGES | {"sign-in": "/ui/sign-in", "redirection": "/ui", "unknown-path": "/ui/nowhere"}
    for name, path in targets.items():
        answer = session.get(path)
        wrong = [key for key, value in HEADERS.items() if value not in (answer.headers[key] or "")]
        check(not wrong, f"{name} has the header fields that protect it", wrong)
        expected = {"redirection": 303, "unknown": 404, "unknown-path": 404}.get(name, 200)
        check(answer.status == expected, f"{name} has the status {expected}", answer.status)
    policy = session.get("/ui/try").headers["Content-Security-Policy"]
    check("unsafe" not in policy and "default-src 'none'" in policy, "the policy permits no inline script", policy)
    for name, path in PAGES.items():
        answer = send("GET", path)
        check(
            answer.status == 303 and answer.headers["Location"].startswith("/ui/sign-in"),
            f"{name} requires a session", answer.status)


def check_cookies():
    """The attributes of the cookies, and the change of the session at each sign-in."""
    chosen = "0" * 64
    form = send("GET", "/ui/sign-in").cookies()
    first = sign_in(ADMIN, {"ilk": chosen})
    for name, (_, attributes) in {**form, **first.cookies()}.items():
        lowered = {attribute.lower() for attribute in attributes}
        check(
            {"httponly", "samesite=strict", "path=/ui"} <= lowered, f"the cookie {name} is restricted", attributes)
    session = first.cookies()["ilk"][0]
    check(re.fullmatch("[0-9a-f]{64}", session) and session != chosen, "the sign-in gives a new session", session)
    check(send("GET", "/ui/try", cookies={"ilk": chosen}).status == 303, "a chosen session is not accepted")
    check(send("GET", "/ui/try", cookies={"ilk": session}).status == 200, "the new session is accepted")
    second = sign_in(ADMIN, {"ilk": session}).cookies()["ilk"][0]
    check(second != session, "another sign-in gives another session")
    check(send("GET", "/ui/try", cookies={"ilk": session}).status == 303, "another sign-in ends the session before")
    guest = Session()
    guest.post("/ui/sign-out", {})
    check(guest.get("/ui/try").status == 303, "signing out ends the session on the server")
    for name in ["ilk-form", "Ilk"]:
        check(send("GET", "/ui/try", cookies={name: second}).status == 303, f"the cookie '{name}' is no session")
    revoked = Session()
    made = revoked.post("/ui/system/tokens", {"name": "short", "scope": "read"})
    token = re.search(r"ilk_[\w-]+", revoked.get(made.headers["Location"]).text)[0]
    short = Session(token)
    check(short.get("/ui/try").status == 200, "a new token signs in")
    revoked.post("/ui/system/tokens/short/revoke", {"account": "default"})
    check(short.get("/ui/try").status == 303, "revoking a token ends its sessions")


def check_forms():
    """Forms of other sites, and targets after the sign-in."""
    session = Session()
    target = "/ui/models/doctype/rollback"
    fields = {"reason": "forged"}
    for name, form in [("without its secret", {}), ("with another secret", {"form": Session().get("/ui/try").form()})]:
        status = send("POST", target, fields | form, cookies=session.cookies).status
        check(status == 403, f"a form {name} is refused", status)
    origins = [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://evil.invalid"},
               {"Origin": "null"}]
    for headers in origins:
        status = session.post(target, fields, headers).status
        check(status == 403, f"a form with {headers} is refused", status)
        status = sign_in(ADMIN, headers=headers).status
        check(status == 403, f"a sign-in with {headers} is refused", status)
    for there in ["//evil.invalid", "https://evil.invalid/ui/", "/ui/..//evil.invalid", "/\\evil.invalid",
                  "javascript:alert(1)", "/ui/\r\nSet-Cookie: ilk=1"]:
        page = send("GET", "/ui/sign-in")
        fields = {"form": page.form(), "token": ADMIN, "next": there}
        cookies = {"ilk-form": page.cookies()["ilk-form"][0]}
        answer = send("POST", "/ui/sign-in", fields, cookies=cookies)
        place = urllib.parse.urljoin(BASE, answer.headers["Location"])
        check(
            answer.status == 303 and place.startswith(BASE + "/") and set(answer.cookies()) == {"ilk"},
            f"the sign-in does not lead to {there!r}", place)


def check_roles():
    """What a viewer may not do, although the forms are not shown."""
    viewer = Session(VIEWER)
    for path in ["/ui/system/stores", "/ui/system/tokens", "/ui/system/configuration", "/ui/system/changes",
                 "/ui/system/stores/hub/backup", "/ui/data?as=json&path=/v1/tokens",
                 "/ui/data?as=json&path=/v1/stores/hub/backup"]:
        status = viewer.get(path).status
        check(status == 403, f"a viewer cannot open {path}", status)
    entry = {"entry": "-1", "category": "email"}
    for path, fields in [("/ui/models/doctype/rollback", {"reason": "x"}), ("/ui/review/doctype", entry),
                         ("/ui/log/doctype/-1", entry), ("/ui/calls/-1/delete", {}), ("/ui/review/doctype/retrain", {}),
                         ("/ui/calls/delete", {"call": "-1"}), ("/ui/calls/tags", {"call": "-1", "tags": "x"}),
                         ("/ui/sync/conflicts/delete", {"store": "usage", "copy": "x"}),
                         ("/ui/models/doctype/built-in/promote", {"reason": "x", "force": "yes"}),
                         ("/ui/system/tokens", {"name": "more", "scope": "admin"})]:
        status = viewer.post(path, fields).status
        check(status == 403, f"a viewer cannot send {path}", status)


def check_addresses():
    """Names that climb out of a folder: neither a file nor a failure of the server."""
    session = Session()
    for method, patterns in [("GET", NAMES), ("POST", FORMS)]:
        for pattern in patterns:
            # A source or a backup is no JSON.
            expected = (400, 404, 406) if "source?" in pattern or pattern.endswith("/backup") else (400, 404)
            wrong = []
            for climb in CLIMBS:
                target = pattern.format(climb)
                answer = session.get(target) if method == "GET" else session.post(target, FIELDS)
                if answer.status not in expected or "root:" in answer.text or "SQLite format" in answer.text:
                    wrong.append(f"{climb} {answer.status}")
            check(not wrong, f"{method} {pattern} refuses names that climb", wrong)
    for path, field in [("/ui/review/doctype", "entry"), ("/ui/review/doctype/undo", "entry"),
                        ("/ui/review/doctype/undo", "correction"), ("/ui/calls/export", "call"),
                        ("/ui/calls/delete", "call")]:
        names = [urllib.parse.unquote(climb, errors="replace") for climb in CLIMBS] + ["-1/skip", "-1?"]
        seen = {session.post(path, {"entry": "-1", "category": "email", field: name}).status for name in names}
        check(seen <= {400, 404}, f"{path} refuses a field {field} that climbs", seen)


def check_guessing():
    """Many wrong tokens. It is the last step: the server counts wrong tokens for a minute."""
    def statuses(attempt):
        seen = []
        while len(seen) < 250 and 429 not in seen:
            seen.append(attempt(f"ilk_{len(seen):043}").status)
        return seen

    def request(token):
        return send("GET", "/v1/log", headers={"Authorization": f"Bearer {token}"})

    for name, attempt in [("requests", request), ("sign-ins", sign_in)]:
        seen = statuses(attempt)
        check(seen[-1] == 429 and set(seen) <= {401, 429}, f"many {name} with wrong tokens are refused", set(seen))
    answer = sign_in("ilk_" + "1" * 43)
    check(
        answer.status == 429 and answer.headers["Retry-After"] and "wait a minute" in answer.text,
        "the sign-in says how long to wait", answer.status)
    check(request(ADMIN).status == 200 and sign_in(ADMIN).status == 303, "a valid token is accepted meanwhile")
