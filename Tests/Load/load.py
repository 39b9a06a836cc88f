"""Load and faults of ilk serve: load.py SECONDS ENTRIES CLIENTS, started by run.sh. Ends with 1 if a check fails."""

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict

from client import ILK, Connection, Server, signed_in

DATA = os.path.join(os.environ["XDG_DATA_HOME"], "ilk")
CONNECTIONS = 32
# Requests a second of each connection: more than a person who reads the pages.
RATE = 3
LIST_LIMIT = 0.050
WORDS = "harbor invoice dinner train meeting window garden report coffee ticket letter river school music bread".split()
failures = []


def check(condition, text):
    print(("ok    " if condition else "FAILED ") + text, flush=True)
    if not condition:
        failures.append(text)


def make_log(entries):
    """Writes a log with a number of different texts."""
    chooser = random.Random(1)
    start = time.time()
    writer = subprocess.Popen([ILK, "classify", "--ndjson", "--log"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    for number in range(entries):
        words = " ".join(chooser.choices(WORDS, k=8))
        writer.stdin.write(f'{{"text":"{words} {number}"}}\n'.encode())
    writer.stdin.close()
    check(writer.wait() == 0, f"{entries} entries are logged ({time.time() - start:.0f} s)")


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Load:
    """Mixed requests on several connections."""

    # Path, share of requests, and whether it is a list page.
    READS = [
        ("/ui/log/doctype", 15, True), ("/ui/log/doctype?category=email", 5, True), ("/v1/log/doctype", 10, True),
        ("/v1/log/doctype?q=harbor", 5, True), ("/ui/review/doctype", 3, False), ("/ui/overview/doctype", 2, False),
        ("/ui/log/doctype/-1", 5, False), ("/v1/log/doctype/-1/explanation", 5, False),
    ]

    def __init__(self, server, cookie, rate=None):
        """RATE is the number of requests a second of each connection. Without it there is no pause between requests."""
        self.server, self.cookie, self.rate = server, cookie, rate
        self.times = defaultdict(list)
        self.errors = []
        self.chooser = random.Random(2)

    async def ask(self, connection, name, *request):
        start = time.perf_counter()
        try:
            status, headers, content = await connection.request(*request)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, IndexError) as error:
            connection.close()
            self.errors.append(f"{name}: {error!r} after {time.perf_counter() - start:.2f} s")
            return None
        self.times[name].append(time.perf_counter() - start)
        if status >= 400:
            self.errors.append(f"{name}: {status} {content[:200]!r}")
            return None
        return headers, content

    async def one(self, api, page):
        kinds = [path for path, _, _ in self.READS] + ["classify", "correct"]
        kind = self.chooser.choices(kinds, [share for _, share, _ in self.READS] + [40, 10])[0]
        if kind.startswith("/ui"):
            await self.ask(page, kind, "GET", kind)
        elif kind.startswith("/v1"):
            await self.ask(api, kind, "GET", kind)
        elif kind == "classify":
            words = " ".join(self.chooser.choices(WORDS, k=8))
            await self.ask(api, kind, "POST", "/v1/classify", {"text": f"{words} {self.chooser.random()}"})
        else:
            label = self.chooser.choice(["email", "message"])
            await self.ask(api, kind, "POST", f"/v1/log/doctype/-{self.chooser.randint(1, 900)}/corrections", {"category": label})

    async def connection(self, end):
        api, page = Connection(self.server.port), Connection(self.server.port, self.cookie)
        if self.rate:
            await asyncio.sleep(self.chooser.random() / self.rate)
        due = time.monotonic()
        while time.monotonic() < end:
            await self.one(api, page)
            if self.rate:
                due += 1 / self.rate
                await asyncio.sleep(max(0, due - time.monotonic()))
        api.close()
        page.close()

    async def run(self, seconds, beside=None):
        end = time.monotonic() + seconds
        tasks = [self.connection(end) for _ in range(CONNECTIONS)]
        await asyncio.gather(*tasks, *([beside(end)] if beside else []))

    @property
    def requests(self):
        return sum(map(len, self.times.values()))

    def report(self):
        for name, values in sorted(self.times.items()):
            print(f"      {name}: {len(values)} requests, median {1000 * percentile(values, 0.5):.1f} ms, "
                  f"p99 {1000 * percentile(values, 0.99):.1f} ms, maximum {1000 * max(values):.0f} ms")

    def lists(self):
        """Returns the times of list pages."""
        return [t for path, _, isList in self.READS if isList for t in self.times[path]]


async def change(server, end, counts):
    """Reloads, promotes, rolls back and purges, in turn, until the end."""
    api = Connection(server.port)
    step = 0
    while time.monotonic() < end:
        await asyncio.sleep(min(2, max(0, end - time.monotonic())))
        if step % 3 == 0:
            os.kill(server.pid, signal.SIGHUP)
            status = 200
        elif step % 3 == 1:
            version = ["none", "built-in"][step // 3 % 2]
            status, _, _ = await api.request(
                "POST", f"/v1/models/doctype/{version}/promote", {"reason": "under load", "force": True})
        else:
            _, _, content = await api.request("GET", "/v1/log/doctype?limit=1000")
            selection = {"entries": [json.loads(content)["items"][-1]["id"]]}
            status, headers, _ = await api.request("POST", "/v1/log/doctype/purge", selection)
            if status == 200:
                status, _, _ = await api.request(
                    "POST", "/v1/log/doctype/purge", {**selection, "dryRun": False}, [("If-Match", headers["etag"])])
        counts[["reload", "promotion", "purge"][step % 3]].append(status)
        step += 1
    api.close()


async def memory(server, end, samples):
    while time.monotonic() < end:
        samples.append(server.memory())
        await asyncio.sleep(1)


async def test_load(seconds):
    """Mixed requests: first without pauses, which measures the capacity of the server, then with a fixed rate."""
    with Server() as server:
        cookie = await signed_in(server.port)
        probe, length = Load(server, cookie), max(5, min(20, seconds / 10))
        await probe.run(length)
        print(f"      without pauses: {probe.requests / length:.0f} requests a second, p99 of list pages "
              f"{1000 * percentile(probe.lists(), 0.99):.0f} ms; from here on {RATE * CONNECTIONS} a second")
        check(not probe.errors, f"no request without pauses fails {probe.errors[:3] or ''}")
        samples = []
        load = Load(server, cookie, RATE)
        await load.run(seconds, lambda end: memory(server, end, samples))
        load.report()
        check(not load.errors, f"{load.requests} requests of {CONNECTIONS} connections have no error {load.errors[:3] or ''}")
        p99 = percentile(load.lists(), 0.99)
        check(p99 < LIST_LIMIT, f"p99 of list pages is below {1000 * LIST_LIMIT:.0f} ms: {1000 * p99:.1f} ms")
        fifth = len(samples) // 5
        tenths = [samples[len(samples) * part // 10] for part in range(10)]
        print("      memory at each tenth: " + " ".join(f"{size:.0f}" for size in tenths) + f" {samples[-1]:.0f} MiB")
        early, late = percentile(samples[fifth:2 * fifth], 0.5), percentile(samples[-fifth:], 0.5)
        check(late < 1.15 * early + 8, f"memory is flat: {early:.0f} MiB early, {late:.0f} MiB late")

        changed, counts = Load(server, cookie, RATE), defaultdict(list)
        await changed.run(max(20, seconds / 10), lambda end: change(server, end, counts))
        for name, statuses in sorted(counts.items()):
            check(all(status == 200 for status in statuses), f"{len(statuses)} times {name} under load: {sorted(set(statuses))}")
        check(not changed.errors, f"no request fails meanwhile {changed.errors[:3] or ''}")


async def slow(port, number, opened, end):
    """A client that sends a byte of its request every few seconds."""
    # Without it all clients would send at the same moments, and delay the requests that are measured in this process.
    await asyncio.sleep(2 * random.random())
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return
    opened.append(number)
    text = b"POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + b"x" * 1000
    try:
        for byte in text:
            if time.monotonic() > end:
                break
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(2)
    except OSError:
        pass
    writer.close()


async def test_slow_clients(clients, seconds):
    with Server("--connections-per-address", "5000") as server:
        cookie = await signed_in(server.port)
        alone = Load(server, cookie, RATE)
        await alone.run(seconds)
        beside, opened = Load(server, cookie, RATE), []

        async def crowd(end):
            await asyncio.gather(*(slow(server.port, number, opened, end) for number in range(clients)))

        await beside.run(seconds, crowd)
        check(not beside.errors, f"{len(opened)} slow clients make no other request fail {beside.errors[:3] or ''}")
        check(len(opened) > clients * 0.9, f"{len(opened)} of {clients} slow clients were connected")
        before, after = (1000 * percentile(load.lists(), 0.99) for load in (alone, beside))
        check(after < max(2 * before, 1000 * LIST_LIMIT), f"p99 of list pages is {before:.1f} ms alone, {after:.1f} ms beside them")


async def page(port, cookie, path):
    connection = Connection(port, cookie)
    try:
        status, _, content = await connection.request("GET", path)
    finally:
        connection.close()
    return status, content.decode(errors="replace")


async def classify(port, text):
    connection = Connection(port)
    try:
        return (await connection.request("POST", "/v1/classify", {"text": text}))[0]
    finally:
        connection.close()


async def test_faults():
    """A locked and a deleted log, a broken template, and a full disk: the server says so and continues."""
    templates = os.path.join(os.environ["WORK"], "templates")
    os.makedirs(templates, exist_ok=True)
    with open(os.path.join(templates, "try.mustache"), "w") as file:
        file.write("{{#view}} never closed")
    with Server("--page-files", templates) as server:
        cookie = await signed_in(server.port)
        check("try.mustache" in server.messages(), "a broken template is reported at the start")
        check((await page(server.port, cookie, "/ui/try"))[0] == 200, "the built-in template replaces it")

        lock = sqlite3.connect(os.path.join(DATA, "log.sqlite"), isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        statuses = [await classify(server.port, f"while locked {number}") for number in range(20)]
        check(set(statuses) == {200}, "texts are classified while the log is locked")
        check((await page(server.port, cookie, "/ui/log/doctype"))[0] == 200, "a locked log can be read")
        lock.execute("ROLLBACK")
        lock.close()

        for ending in ["", "-wal", "-shm"]:
            if os.path.exists(os.path.join(DATA, "log.sqlite" + ending)):
                os.unlink(os.path.join(DATA, "log.sqlite" + ending))
        statuses = [await classify(server.port, f"after the deletion {number}") for number in range(20)]
        check(set(statuses) == {200}, "texts are classified after the log was deleted")
        status, text = await page(server.port, cookie, "/ui/log/doctype")
        check(status < 500 or "log" in text, f"the page of a deleted log is answered ({status})")
        await asyncio.sleep(1)
        ready, _, content = await Connection(server.port).request("GET", "/readyz")
        check(ready == 503 and b"deleted" in content, "the readiness check reports the deleted log")
        check((await page(server.port, cookie, "/ui/system"))[0] == 200, "the server continues")

    if os.geteuid() != 0:
        print("skipped: a full disk needs a tmpfs, and that needs root")
        return
    small = os.path.join(os.environ["WORK"], "small")
    os.makedirs(small, exist_ok=True)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "none", small], stderr=subprocess.DEVNULL).returncode:
        print("skipped: a full disk needs a tmpfs, which cannot be mounted here")
        return
    try:
        shutil.copytree(DATA, os.path.join(small, "ilk"), ignore=shutil.ignore_patterns("log.sqlite*", "service.sqlite*", "archive"))
        with Server(environment={"XDG_DATA_HOME": small}) as server:
            cookie = await signed_in(server.port)
            with open(os.path.join(small, "filler"), "wb") as filler:
                try:
                    while True:
                        filler.write(bytes(65536))
                        filler.flush()
                except OSError:
                    pass
            statuses = [await classify(server.port, f"full {number} " + "harbor " * 2000) for number in range(300)]
            check(set(statuses) == {200}, "texts are classified while the disk is full")
            await asyncio.sleep(2)
            status, text = await page(server.port, cookie, "/ui/overview/doctype")
            check(status == 200, "the overview is shown while the disk is full")
            print("      messages:", server.messages()[-300:].replace("\n", " | "))
            os.unlink(os.path.join(small, "filler"))
            await asyncio.sleep(3)
            check(await classify(server.port, "free again") == 200, "texts are classified when there is space again")
    finally:
        subprocess.run(["umount", "-l", small])


def main():
    seconds, entries, clients = map(int, sys.argv[1:4])
    make_log(entries)
    asyncio.run(test_load(seconds))
    asyncio.run(test_slow_clients(clients, max(10, min(60, seconds / 4))))
    asyncio.run(test_faults())
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
