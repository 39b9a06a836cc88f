import Foundation
import TestSupport

@testable import IlkMail

/// Mail: mailboxes, headers, encoded words, parameters, boundaries, and HTML as text.
enum MailGrammars {
    #if Mail
        private static let separator = "From a@b.org Fri Mar  1 10:00:00 2024\n"
        private static let head = "From: Ann <a@x.org>\nTo: b@x.org\nDate: Fri, 1 Mar 2024 10:00:00 +0000\n"
        private static let mailbox = [
            separator, "From ", "From a\n", "From a@b.org Fri Mar\n", "From a@b.org Fri Mar  1 10:00:00\n",
            ">From ", ">From a\n",
            ">>From a\n", "\n", "\r\n", "a\n", "a", "\n" + separator, "\nFrom a\n", "Content-Length: 10\n",
            "Content-Length: 99999\n\n",
            "Subject: a\n", " a\n", "--a\n",
        ]
        private static let fields = [
            "a", " ", "\n ", "\r\n\t", "a:", "a: b\n", "a@b", "<", ">", "<a@b>, ", "a@b, ", "\"", "\\",
            "\"a\" ", "(", ")", "(a)", ",", ";",
            ":", "a:b;", "@", "@a,", "[", ".", "=?utf-8?q?a?=", "=?utf-8?b?YQ==?= ", "=?utf-8?b?YQ==?=\n ",
            "=?", "?=", "=?utf-8?",
            "=?utf-8?q?=C3?= ", "%", "é",
        ]
        private static let parameters = [
            "a", "; a=b", "; a*0=b", "; a*0*=utf-8''%41", "; a*1*=%42", "; boundary=a", "; name=\"a\"", "\"",
            "=", ";", "*", "'", "%",
            "%41", "\n ", "(", "/",
        ]
        private static let parts = [
            "--a\n", "--a\n\n", "--a--\n", "--a\nContent-Type: text/plain\n\na\n",
            "--a\nContent-Type: text/html\n\n<p>\n",
            "--", "-", "a\n", "\n", "--b\n", "--a\nContent-Type: multipart/mixed; boundary=b\n\n",
            "--a\nContent-Type: message/rfc822\n\n",
            "=41", "=\n", "=", "YQ==\n", "begin 644 a\n", "M", " ",
        ]
        private static let html = [
            "a", "<", ">", "<a", "<a>", "</a>", "<p>", "<div>", "</div>", "<br>", "<table>", "<tr>", "<td>",
            "<ul>", "<li>", "<b>", "<i>",
            "<style>", "</style>", "<script>", "<!--", "-->", "<!", "<?", "&", "&amp;", "&#", "&#65;",
            "&#x41;", "&a", "\"", "<a href=\"",
            "<a href='a'>", "<img src=a>", "a=\"b\" ", " ", "\n", "<![CDATA[", "]]>", "<blockquote>", "<pre>",
            "<font>", "<html>", "<body>", "\u{0}",
        ]

        private static func message(_ name: String, _ frames: [Grammar.Frame], _ tokens: [String]) -> Grammar
        {
            Grammar(name, frames: frames, tokens: tokens) {
                let parser = try MailParser()
                return { _ = parser.message(UnsafeRawBufferPointer($0)) }
            }
        }

        static let all = [
            Grammar("mailboxes", frames: [.init(), .init(separator + head + "\n")], tokens: mailbox) {
                let folder = FileManager.default.temporaryDirectory.appending(path: "ilk-growth-\(UUID())")
                    .path
                return { bytes in
                    // The reader only accepts files. A file of this size stays in memory.
                    guard FileManager.default.createFile(atPath: folder, contents: Data(buffer: bytes)) else {
                        return
                    }
                    defer { unlink(folder) }
                    let reader = try MailboxReader(folder)
                    while try reader.next() != nil {}
                }
            },
            message(
                "headers of mail",
                [
                    .init("Subject: ", "\n\na\n"), .init("To: ", "\n\na\n"), .init("References: ", "\n\na"),
                    .init(head, "\n\na"),
                ], fields),
            message(
                "parameters of mail",
                [
                    .init(head + "Content-Type: text/plain", "\n\na\n"),
                    .init(head + "Content-Type: multipart/mixed; boundary=a", "\n\n--a\n\na\n--a--\n"),
                    .init(head + "Content-Disposition: attachment; filename*=", "\n\na"),
                ], parameters),
            message(
                "parts of mail",
                [
                    .init(head + "Content-Type: multipart/mixed; boundary=a\n\n", "\n--a--\n"),
                    .init(head + "Content-Transfer-Encoding: quoted-printable\n\n"),
                    .init(head + "Content-Transfer-Encoding: base64\n\n"),
                    .init(head + "Content-Type: text/html\n\n"),
                ], parts),
            message("HTML of mail", [.init(head + "Content-Type: text/html\n\n")], html),
        ]
    #else
        static let all: [Grammar] = []
    #endif
}
