#if Mail
    import Foundation
    import IlkMail
    import IlkStore
    import MailTestSupport
    import StoreTestSupport
    import Testing

    @Suite struct `Mail import` {
        private func write(_ text: String, _ fixture: MailTestStore, _ name: String = "Lists.mbox") throws
            -> String
        {
            let path = fixture.folder + "/" + name
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return path
        }

        private func message(_ id: String, _ rest: String = "", body: String = "hello") -> String {
            "From a@x Fri Mar  1 10:00:00 2024\nMessage-ID: <\(id)@x>\nFrom: Ann <a@x.org>\n"
                + "Date: Fri, 01 Mar 2024 10:00:00 +0000\nSubject: about \(id)\n\(rest)\n\(body)\n\n"
        }

        private func importMail(
            _ path: String, _ fixture: MailTestStore,
            _ options: MailImportOptions = .init(account: "me@example.com")
        ) async throws -> MailImportReport {
            try await MailImport(into: fixture.service, options: options).mailbox(path)
        }

        @Test(arguments: MailTestLocation.allCases)
        func `all fields of a mailbox's messages are imported`(_ place: MailTestLocation) async throws {
            try await place.withStore { fixture in
                let path = try write(
                    message(
                        "1", "To: =?utf-8?q?J=C3=BCrgen?= <j@x>, b@x\nCc: C <c@x>\nStatus: RO\n",
                        body: "one\ntwo")
                        + message("2", "In-Reply-To: <1@x>\nX-Status: F\n"), fixture)
                let report = try await importMail(path, fixture)
                #expect(report.added == 2)
                #expect(report.malformed == 0)
                let first = try #require(try await fixture.emails.fetch(byGmailId: "1@x"))
                #expect(first.subject == "about 1")
                #expect(first.from == MailAddress(name: "Ann", address: "a@x.org"))
                #expect(
                    first.toAddresses == [
                        MailAddress(name: "Jürgen", address: "j@x"), MailAddress(address: "b@x"),
                    ])
                #expect(first.bodyText == "one\ntwo\n")
                #expect(first.snippet == "one two")
                #expect(first.labelIds == ["Lists"])
                #expect(first.isRead)
                let second = try #require(try await fixture.emails.fetch(byGmailId: "2@x"))
                #expect(!second.isRead && second.isStarred)
                #expect(second.threadId == first.threadId)
                #expect(try await fixture.countMismatches() == [])
            }
        }

        @Test func `a repeated import adds nothing`() async throws {
            try await MailTestLocation.file.withStore { fixture in
                let path = try write(message("1") + message("2"), fixture)
                #expect(try await importMail(path, fixture).added == 2)
                #expect(try await importMail(path, fixture) == MailImportReport())
                var options = MailImportOptions(account: "me@example.com")
                options.startsOver = true
                let again = try await importMail(path, fixture, options)
                #expect(again.added == 0)
                #expect(again.present == 2)
            }
        }

        @Test
        func
            `a file that grew is read from where it ended, and one that was written anew from its beginning`()
            async throws
        {
            try await MailTestLocation.file.withStore { fixture in
                var path = try write(message("1"), fixture)
                _ = try await importMail(path, fixture)
                path = try write(message("1") + message("2"), fixture)
                let grown = try await importMail(path, fixture)
                #expect(grown.added == 1 && grown.present == 0)
                path = try write(message("3", body: String(repeating: "long ", count: 900)), fixture)
                #expect(try await importMail(path, fixture).added == 1)
            }
        }

        @Test func `an interrupted import resumes after its last transaction`() async throws {
            struct CutOff: Error {}
            try await MailTestLocation.file.withStore { fixture in
                let path = try write((0..<5000).map { message("\($0)") }.joined(), fixture)
                let mail = MailImport(
                    into: fixture.service, options: MailImportOptions(account: "me@example.com"))
                await #expect(throws: CutOff.self) { try await mail.mailbox(path) { _, _ in throw CutOff() } }
                let there = try await fixture.emails.count()
                #expect(there > 0 && there < 5000)
                let rest = try await mail.mailbox(path)
                #expect(rest.added == 5000 - there && rest.present == 0)
                #expect(try await fixture.emails.count() == 5000)
                #expect(try await fixture.countMismatches() == [])
            }
        }

        @Test func `messages without an id are distinguished by their bytes`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let one = "From a@x Fri Mar  1 10:00:00 2024\nFrom: a@x\nSubject: s\n\none\n\n"
                let path = try write(one + one + one.replacing("one", with: "two"), fixture)
                let report = try await importMail(path, fixture)
                #expect(report.added == 2 && report.present == 1)
                // Without a Date field, the date of the separator line is used.
                #expect(
                    try await fixture.emails.fetch(limit: 1).first?.date
                        == Date(timeIntervalSince1970: 1_709_287_200))
            }
        }

        @Test func `malformed messages are reported with their offset and skipped`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let broken = "From a@x Fri Mar  1 10:00:00 2024\n\njust text\n\n"
                let path = try write(message("1") + broken + message("2"), fixture)
                let report = try await importMail(path, fixture)
                #expect(report.added == 2 && report.malformed == 1)
                #expect(report.remarks.map(\.offset) == [message("1").utf8.count])
            }
        }

        @Test func `the readable part of a message is chosen and attachments are listed`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let parts = """
                    --b
                    Content-Type: multipart/alternative; boundary=c

                    --c
                    Content-Type: text/plain; charset=iso-8859-1
                    Content-Transfer-Encoding: quoted-printable

                    caf=E9
                    --c
                    Content-Type: text/html

                    <p>caf&eacute;</p>
                    --c--
                    --b
                    Content-Type: image/png; name="=?utf-8?q?bild=C3=A4.png?="
                    Content-Disposition: attachment
                    Content-Transfer-Encoding: base64

                    aGVsbG8gd29ybGQ=
                    --b--
                    """
                let html =
                    "<html><head><title>t</title></head><body><p>Hi &amp; bye<br>now<script>x()</script></body>"
                let path = try write(
                    message(
                        "1", "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n", body: parts)
                        + message("2", "MIME-Version: 1.0\nContent-Type: text/html\n", body: html), fixture)
                _ = try await importMail(path, fixture)
                let first = try #require(try await fixture.emails.fetch(byGmailId: "1@x"))
                #expect(first.bodyText?.trimmingCharacters(in: .whitespacesAndNewlines) == "café")
                #expect(first.attachments.map(\.filename) == ["bildä.png"])
                #expect(first.attachments.map(\.mimeType) == ["image/png"])
                #expect(first.attachments.map(\.size) == [11])
                let second = try await fixture.emails.fetch(byGmailId: "2@x")
                #expect(second?.bodyText == "Hi & bye\nnow")
            }
        }

        private static let plain = "text/plain\n\nplain"
        private static let html = "text/html\n\n<p>html</p>"
        private static let calendar = "text/calendar\n\nevent"
        private static let related =
            "multipart/related; boundary=c\n\n--c\nContent-Type: \(html)\n"
            + "--c\nContent-Type: image/png\n\nx\n--c--"
        private static let mixed = "multipart/mixed; boundary=c\n\n--c\n\none\n--c\n\ntwo\n--c--"

        /// The parts of a `multipart/alternative`, and the text of the message.
        @Test(arguments: [
            ([plain, related], "plain"), (["text/plain\n\n \n\n", html], "html"),
            ([calendar, html], "event\nhtml"), ([plain, html, calendar], "plain"),
            ([mixed, html], "one\ntwo"),
        ])
        func `HTML is only used without a plain alternative`(_ parts: [String], _ wanted: String) throws {
            let text =
                "From: a@x.org\nContent-Type: multipart/alternative; boundary=b\n\n"
                + parts.map { "--b\nContent-Type: \($0)\n" }.joined() + "--b--\n"
            let parser = try MailParser()
            let email = Array(text.utf8).withUnsafeBytes { parser.message($0) }.email(of: UUID())
            #expect(email.bodyText?.trimmingCharacters(in: .whitespacesAndNewlines) == wanted)
        }

        @Test(arguments: ["aGVsbG8gd29ybGQ=", "aGVsbG8gd29ybGQ", "aGVsbG8g\nd29ybGQ", "aGVsbG8gd29yb\nGQ\n"])
        func `base64 without padding is decoded completely`(_ encoded: String) throws {
            let part = "Content-Transfer-Encoding: base64\n\n\(encoded)\n"
            let text =
                "From: a@x.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n"
                + part + "--b\nContent-Type: image/png\n" + part + "--b--\n"
            let parser = try MailParser()
            let email = Array(text.utf8).withUnsafeBytes { parser.message($0) }.email(of: UUID())
            #expect(email.bodyText == "hello world")
            #expect(email.attachments.map(\.size) == [11])
        }

        @Test func `the first of duplicate fields wins, and an invalid content type is text`()
            async throws
        {
            try await MailTestLocation.memory.withStore { fixture in
                let path = try write(message("1", "Message-ID: <other@x>\nContent-Type: text\n"), fixture)
                let report = try await importMail(path, fixture)
                #expect(report.remarks.map(\.reason) == ["repeated header field"])
                #expect(try await fixture.emails.fetch(byGmailId: "1@x")?.bodyText == "hello\n")
            }
        }

        /// Text with a wrong or unknown charset is decoded as far as possible. Undecodable bytes are replaced
        /// and reported.
        @Test(arguments: [
            ("text/plain; charset=x-none", "7bit", "plain", "plain\n", "unknown charset"),
            (
                "text/plain; charset=utf-8", "quoted-printable", "caf=E9 =ZZ", "caf\u{FFFD} =ZZ\n",
                "bytes invalid in the charset"
            ),
            ("text/plain; charset=utf-7", "7bit", "a+AOk-", "aé\n", ""),
            ("text/plain", "base64", "aGVs!!bG8=", "hello", ""),
            (
                "text/plain; charset=utf-16be", "base64", "AGEAYgBj2A==", "abc\u{FFFD}",
                "bytes invalid in the charset"
            ),
        ])
        func `text with a wrong charset or encoding is decoded as far as possible`(
            _ type: String, _ encoding: String, _ body: String, _ wanted: String, _ remark: String
        ) async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let header =
                    "MIME-Version: 1.0\nContent-Type: \(type)\nContent-Transfer-Encoding: \(encoding)\n"
                let report = try await importMail(
                    try write(message("1", header, body: body), fixture), fixture)
                #expect(try await fixture.emails.fetch(byGmailId: "1@x")?.bodyText == wanted)
                #expect(report.remarks.map(\.reason) == (remark.isEmpty ? [] : [remark]))
            }
        }

        @Test func `labels and threads of Gmail archives are imported`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let path = try write(
                    message(
                        "1", "X-GM-THRID: 1234567890123\nX-Gmail-Labels: Inbox,Unread,\"My stuff\",Starred\n"),
                    fixture)
                _ = try await importMail(path, fixture)
                let email = try #require(try await fixture.emails.fetch(byGmailId: "1@x"))
                #expect(email.labelIds == ["INBOX", "My stuff", "STARRED"])
                #expect(!email.isRead && email.isStarred)
                #expect(email.threadId == String(1_234_567_890_123, radix: 16))
            }
        }

        @Test func `a Maildir is imported with folders and flags, without special files`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let root = fixture.folder + "/Maildir"
                let files = FileManager.default
                for part in ["cur", "new", "tmp", ".Lists.ilk/cur", ".Lists.ilk/new"] {
                    try files.createDirectory(atPath: "\(root)/\(part)", withIntermediateDirectories: true)
                }
                func put(_ name: String, _ id: String) throws {
                    let text = message(id).split(separator: "\n", maxSplits: 1)[1]
                    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)"))
                }
                try put("cur/1.a.x:2,FS", "1")
                try put("new/2.a.x", "2")
                try put(".Lists.ilk/cur/3.a.x:2,ST", "3")
                try put("cur/4\nx:2,", "4")
                try put("tmp/5.a.x", "5")
                try files.createSymbolicLink(atPath: "\(root)/cur/link", withDestinationPath: "1.a.x:2,FS")
                #expect(mkfifo("\(root)/cur/pipe", 0o600) == 0)
                let report = try await MailImport(
                    into: fixture.service, options: MailImportOptions(account: "me@example.com")
                ).maildir(root)
                #expect(report.added == 4 && report.malformed == 2)
                let one = try #require(try await fixture.emails.fetch(byGmailId: "1@x"))
                #expect(one.isRead && one.isStarred && one.labelIds == ["INBOX"])
                #expect(try await fixture.emails.fetch(byGmailId: "2@x")?.isRead == false)
                #expect(try await fixture.emails.fetch(byGmailId: "3@x")?.labelIds == ["Lists.ilk", "TRASH"])
            }
        }

        @Test func `an exported mailbox is byte-identical to the imported one`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let text =
                    message("1", body: ">From quoted\n>>From twice\nFrom\nlast")
                    + message("2", body: "x").replacing("10:00:00 +", with: "10:00:01 +")
                let path = try write(text, fixture)
                _ = try await importMail(path, fixture)
                var file: [UInt8] = []
                for message in try await fixture.emails.records().records {
                    MailboxWriter.append(message, to: &file)
                }
                #expect(String(decoding: file, as: UTF8.self) == text)
            }
        }

        @Test(arguments: HardMail.allCases)
        func `pathological messages are imported within limits`(_ kind: HardMail) async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let bytes = Array("From a@x Fri Mar  1 10:00:00 2024\n".utf8) + kind.message(20_000)
                let path = fixture.folder + "/hard.mbox"
                try Data(bytes + Array("\n\n".utf8) + Array(message("last").utf8)).write(
                    to: URL(fileURLWithPath: path))
                let report = try await importMail(path, fixture)
                #expect(report.added == 2, "\(report)")
                let message = try bytes.withUnsafeBytes { try MailParser().message($0) }
                #expect(message.isWellFormed)
                #expect(try await fixture.emails.fetch(byGmailId: "last@x") != nil)
                for email in try await fixture.emails.fetch() {
                    #expect(email.toAddresses.count <= 1000)
                    #expect(email.references.count <= 200)
                    #expect((email.bodyText ?? "").utf8.count <= 4 << 20)
                }
            }
        }
    }
#endif
