"""Mails of the SpamAssassin public corpus, as the package stdlib-js/datasets-spam-assassin publishes it.

The package states Creative Commons Zero, but the authors of the mails did not. They are measured, not learned. Only
the subject and the text of each mail are used, so that neither its route nor a filter's header reveals the label.
"""
import email, email.header, email.policy, hashlib, html, io, re, subprocess, tarfile

REPOSITORY = "stdlib-js/datasets-spam-assassin"
COMMIT = "1b84d49ab4b28092ead009b3ceeb67ae525289d1"
# The share of each folder is in the order of the digests.
MOST = {"spam-1": 400, "spam-2": 800, "easy-ham-1": 400, "easy-ham-2": 400, "hard-ham-1": 250}


def plain(message):
    """Returns the text of a mail: its first plain part, or else the text of its first page."""
    for kind in ("text/plain", "text/html"):
        for part in message.walk():
            if part.get_content_type() != kind:
                continue
            data = part.get_payload(decode=True) or b""
            try:
                text = data.decode(part.get_content_charset() or "latin-1", "replace")
            except LookupError:  # An unknown character set.
                text = data.decode("latin-1")
            if kind == "text/html":
                text = re.sub(r"(?is)<(script|style).*?</\1>|<!--.*?-->", " ", text)
                text = html.unescape(re.sub(r"(?is)<[^>]{0,2000}>", " ", re.sub(r"(?i)<(br|/?p|/?div|/?tr|li)\b[^>]*>", "\n", text)))
            text = re.sub(r"[ \t\xa0]+", " ", text.replace("\r\n", "\n"))
            text = re.sub(r" ?\n ?", "\n", text)
            text = re.sub(r"\n{3,}", "\n\n", text).strip()
            if len(text) > 20:
                return text
    return ""


def cut(text, most=4_000):
    """Cuts a text at the end of a line."""
    return text if len(text) <= most else text[:most].rsplit("\n", 1)[0]


def mails(repositories):
    """Yields text, label and source of each mail. Half of them have their subject."""
    data = subprocess.run(
        ["git", "-C", f"{repositories}/{REPOSITORY}.git", "archive", "--format=tar", COMMIT, "--", "data"],
        check=True, capture_output=True).stdout
    found = {folder: [] for folder in MOST}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            folder = member.name.split("/")[1] if member.name.count("/") == 2 else ""
            if folder in found and member.name.endswith(".txt"):
                raw = archive.extractfile(member).read()
                found[folder].append((hashlib.sha256(raw).hexdigest(), raw))
    for folder, mails in found.items():
        for digest, raw in sorted(mails)[:MOST[folder]]:
            message = email.message_from_bytes(raw, policy=email.policy.compat32)
            text = cut(plain(message))
            if not text:
                continue
            if int(digest[:2], 16) % 2:
                try:
                    subject = str(email.header.make_header(email.header.decode_header(str(message["Subject"] or ""))))
                except (LookupError, UnicodeDecodeError):  # An encoded word that cannot be decoded.
                    subject = ""
                text = f"Subject: {' '.join(subject.split())}\n\n{text}"
            yield text, "spam" if folder.startswith("spam") else "ham", "spamassassin-" + folder
