"""A small HTTP client for many connections, and a server process of ilk."""

import asyncio
import json
import os
import signal
import subprocess
import tempfile
import time

ILK = os.environ["ILK"]
TOKEN = os.environ["ILK_ADMIN"]
START_LIMIT = 60
RESPONSE_LIMIT = 60


class Connection:
    """An HTTP/1.1 connection that stays open between requests."""

    def __init__(self, port, cookie=None):
        self.port, self.cookie = port, cookie
        self.reader = self.writer = None

    async def request(self, method, path, body=None, headers=()):
        """Sends a request, and returns the status, the headers and the body of the response."""
        isReused = self.writer is not None
        try:
            return await asyncio.wait_for(self._request(method, path, body, headers), RESPONSE_LIMIT)
        except ConnectionError:
            # As every client does: the server may close an idle connection just before a request.
            self.close()
            if not isReused:
                raise
            return await asyncio.wait_for(self._request(method, path, body, headers), RESPONSE_LIMIT)

    async def _request(self, method, path, body, headers):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines.append(f"Cookie: {self.cookie}" if self.cookie else f"Authorization: Bearer {TOKEN}")
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if body is not None:
            if not any(name.lower() == "content-type" for name, _ in headers):
                lines.append("Content-Type: application/json")
            lines.append(f"Content-Length: {len(data)}")
        lines += [f"{name}: {value}" for name, value in headers]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        first = await self.reader.readline()
        if not first:
            raise ConnectionResetError("the server closed the connection without a response")
        status = int(first.split()[1])
        found = {}
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, value = line.decode("latin-1").split(":", 1)
            found[name.lower()] = value.strip()
        if found.get("transfer-encoding") == "chunked":
            parts = []
            while size := int(await self.reader.readline(), 16):
                parts.append(await self.reader.readexactly(size))
                await self.reader.readline()
            await self.reader.readline()
            content = b"".join(parts)
        else:
            content = await self.reader.readexactly(int(found.get("content-length", 0)))
        if found.get("connection") == "close":
            self.close()
        return status, found, content

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def signed_in(port):
    """Signs in at the pages, and returns the cookie of the session."""
    connection = Connection(port, cookie="none=1")
    _, headers, content = await connection.request("GET", "/ui/sign-in")
    cookie = headers["set-cookie"].split(";")[0]
    hidden = content.decode().split('type="hidden"')[1]
    name, value = hidden.split('name="')[1].split('"')[0], hidden.split('value="')[1].split('"')[0]
    connection.cookie = cookie
    status, headers, _ = await connection.request(
        "POST", "/ui/sign-in", f"{name}={value}&token={TOKEN}".encode(),
        [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", f"http://127.0.0.1:{port}")])
    connection.close()
    assert status == 303, f"the sign-in was answered with {status}"
    return headers["set-cookie"].split(";")[0]


class Server:
    """A running ilk serve. It ends with the block, or after LIMIT seconds."""

    def __init__(self, *options, limit=3600, environment=None):
        self.log = tempfile.NamedTemporaryFile("r", dir=os.environ["WORK"], suffix=".log")
        command = ["timeout", str(limit), ILK, "serve", "--listen", "127.0.0.1:0", "--log"]
        self.process = subprocess.Popen(
            command + list(options), stderr=open(self.log.name, "w"), stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})
        for _ in range(START_LIMIT * 10):
            text = self.messages()
            if "http://127.0.0.1:" in text:
                break
            time.sleep(0.1)
        else:
            self.process.kill()
            raise RuntimeError(f"the server did not start: {text}")
        self.port = int(text.split("http://127.0.0.1:")[1].split(";")[0].split("/")[0])
        # The child of timeout.
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as children:
            self.pid = int(children.read().split()[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        self.process.wait(60)

    def messages(self):
        with open(self.log.name) as file:
            return file.read()

    def memory(self):
        """Returns the resident memory without pages of files, in MiB."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("RssAnon"))
