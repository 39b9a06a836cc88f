#if Mail
    import Foundation
    import IlkMail
    import Testing

    /// Repeated imports follow changes of a file and keep changes in the store.
    @Suite struct `A repeated mail import` {
        /// A Maildir and a mailbox in the folder of a test.
        private struct Files {
            let fixture: MailTestStore
            var root: String { fixture.folder + "/Maildir" }

            static func message(_ id: String, _ fields: String = "") -> String {
                "Message-ID: <\(id)@x>\nFrom: Ann <a@x.org>\nDate: Fri, 01 Mar 2024 10:00:00 +0000\n"
                    + "Subject: about \(id)\n\(fields)\nhello\n"
            }

            func makeFolders(_ names: [String] = ["", ".Spam"]) throws {
                for name in names {
                    for part in ["cur", "new"] {
                        try FileManager.default.createDirectory(
                            atPath: "\(root)/\(name)/\(part)", withIntermediateDirectories: true)
                    }
                }
            }

            func put(_ name: String, _ id: String) throws {
                try Data(Self.message(id).utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)"))
            }

            func move(_ name: String, to other: String) throws {
                try FileManager.default.moveItem(atPath: "\(root)/\(name)", toPath: "\(root)/\(other)")
            }

            @discardableResult
            func importMail(_ change: (inout MailImportOptions) -> Void = { _ in }) async throws
                -> MailImportReport
            {
                var options = MailImportOptions(account: "me@example.com")
                change(&options)
                return try await MailImport(into: fixture.service, options: options).maildir(root)
            }

            /// Imports a mailbox, from its beginning unless `startsOver` is `false`.
            @discardableResult
            func importMailbox(
                _ text: String, _ name: String = "Inbox.mbox", startsOver: Bool = true,
                progress: (Int, Int) throws -> Void = { _, _ in }
            ) async throws -> MailImportReport {
                let path = fixture.folder + "/" + name
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                let options = MailImportOptions(account: "me@example.com", startsOver: startsOver)
                return try await MailImport(into: fixture.service, options: options).mailbox(
                    path, progress: progress)
            }

            func email(_ id: String = "1") async throws -> Email {
                try #require(try await fixture.emails.fetch(byGmailId: "\(id)@x"))
            }

            func change(_ change: MailChange) async throws {
                try await fixture.emails.apply(change, to: [email()])
            }
        }

        private static let separator = "From a@x Fri Mar  1 10:00:00 2024\n"

        private func withFiles(_ body: (Files) async throws -> Void) async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let files = Files(fixture: fixture)
                try files.makeFolders()
                try await body(files)
                #expect(try await fixture.countMismatches() == [])
            }
        }

        @Test func `follows the flags of a Maildir in both directions`() async throws {
            try await withFiles { files in
                try files.put("new/1.a", "1")
                #expect(try await files.importMail().added == 1)
                try files.move("new/1.a", to: "cur/1.a:2,FS")
                let report = try await files.importMail()
                #expect(report.present == 1 && report.updated == 1 && report.added == 0)
                var email = try await files.email()
                #expect(email.isRead && email.isStarred)
                try files.move("cur/1.a:2,FS", to: "cur/1.a:2,T")
                #expect(try await files.importMail().updated == 1)
                email = try await files.email()
                #expect(!email.isRead && !email.isStarred && email.labelIds == ["INBOX", "TRASH"])
                try files.move("cur/1.a:2,T", to: "cur/1.a:2,")
                #expect(try await files.importMail().updated == 1)
                #expect(try await files.email().labelIds == ["INBOX"])
                #expect(try await files.importMail().updated == 0)
            }
        }

        @Test func `follows a message to another folder of a Maildir`() async throws {
            try await withFiles { files in
                try files.put("cur/1.a:2,S", "1")
                try await files.importMail()
                try await files.change(.add(label: "todo"))
                try files.move("cur/1.a:2,S", to: ".Spam/cur/7.b:2,S")
                #expect(try await files.importMail().updated == 1)
                #expect(try await files.email().labelIds == ["Spam", "todo"])
                let inbox = try await files.fixture.service.labels.fetch(
                    byGmailId: "INBOX", account: files.fixture.account)
                #expect(inbox?.messagesTotal == 0)
                #expect(try await files.importMail().updated == 0)
            }
        }

        @Test func `gives a message in two folders both labels until one copy is gone`() async throws {
            try await withFiles { files in
                try files.put("cur/1.a:2,", "1")
                try files.put(".Spam/cur/1.a:2,S", "1")
                let first = try await files.importMail()
                #expect(first.added == 1 && first.present == 1)
                #expect(try await files.email().labelIds == ["INBOX", "Spam"])
                #expect(try await files.email().isRead, "one copy is read")
                try await files.importMail()
                #expect(try await files.email().labelIds == ["INBOX", "Spam"])
                try FileManager.default.removeItem(atPath: "\(files.root)/cur/1.a:2,")
                try await files.importMail()
                #expect(try await files.email().labelIds == ["Spam"])
            }
        }

        @Test(arguments: [("", "FS"), ("FS", "")])
        func `keeps marks of the store if copies in a Maildir have different flags`(
            _ first: String, _ second: String
        ) async throws {
            try await withFiles { files in
                let copies = ["cur/1.a:2,\(first)", ".Spam/cur/2.a:2,\(second)"]
                for copy in copies { try files.put(copy, "1") }
                try await files.importMail()
                #expect(try await files.email().isRead)
                try await files.change(.read(false))
                try await files.change(.starred(false))
                #expect(try await files.importMail().updated == 0)
                var email = try await files.email()
                #expect(!email.isRead && !email.isStarred)
                try await files.change(.read(true))
                for copy in copies { try FileManager.default.removeItem(atPath: "\(files.root)/\(copy)") }
                try files.put("cur/3.a:2,", "1")
                #expect(try await files.importMail().updated == 1)
                email = try await files.email()
                #expect(!email.isRead && !email.isStarred, "no copy is read")
            }
        }

        @Test(arguments: [
            ("", "Status: R\n"), ("Status: R\n", ""), ("X-Mozilla-Status: 0009\n", ""),
            ("", "X-Mozilla-Status: 0009\n"),
        ])
        func `keeps marks of the store if copies in a mailbox have different flags`(
            _ first: String, _ second: String
        ) async throws {
            try await withFiles { files in
                let copies = [first, second].map { Self.separator + Files.message("1", $0) + "\n" }
                let text = copies.joined()
                try await files.importMailbox(text)
                #expect(try await files.email().isRead)
                try await files.change(.read(false))
                try await files.change(.move(to: "Bills"))
                #expect(try await files.importMailbox(text).updated == 0)
                let email = try await files.email()
                #expect(!email.isRead && email.labelIds == ["Bills"])
            }
        }

        @Test func `ignores missing flags of a copy that was appended to a mailbox`() async throws {
            try await withFiles { files in
                let text = Self.separator + Files.message("1", "Status: R\n") + "\n"
                try await files.importMailbox(text)
                let grown = text + Self.separator + Files.message("1") + "\n"
                #expect(try await files.importMailbox(grown, startsOver: false).present == 1)
                #expect(try await files.email().isRead)
                try await files.importMailbox(Self.separator + Files.message("1") + "\n")
                #expect(try await files.email().isRead == false)
            }
        }

        @Test func `reads a changed mailbox again after an interrupted import`() async throws {
            struct Stop: Error {}
            try await withFiles { files in
                let read = Self.separator + Files.message("1", "Status: R\n") + "\n"
                let second = Self.separator + Files.message("2") + "\n"
                try await files.importMailbox(read + second)
                let changed = Self.separator + Files.message("1") + "\n" + second
                await #expect(throws: Stop.self) {
                    try await files.importMailbox(changed, startsOver: false) { _, _ in throw Stop() }
                }
                try await files.importMailbox(changed, startsOver: false)
                #expect(try await files.email().isRead == false)
            }
        }

        @Test func `keeps a message that the Maildir has no more`() async throws {
            try await withFiles { files in
                try files.put("cur/1.a:2,", "1")
                try await files.importMail()
                try FileManager.default.removeItem(atPath: "\(files.root)/cur/1.a:2,")
                #expect(try await files.importMail() == MailImportReport())
                #expect(try await files.email().labelIds == ["INBOX"])
            }
        }

        @Test func `keeps flags and labels that were changed in the store`() async throws {
            try await withFiles { files in
                try files.put("cur/1.a:2,", "1")
                try await files.importMail()
                try await files.change(.read(true))
                try await files.change(.move(to: "Bills"))
                #expect(try await files.email().labelIds == ["Bills"], "a Maildir's folder is left")
                #expect(try await files.importMail().updated == 0)
                #expect(try await files.email().isRead)
                #expect(try await files.email().labelIds == ["Bills"])
                try files.move("cur/1.a:2,", to: "cur/1.a:2,F")
                #expect(try await files.importMail().updated == 1)
                let email = try await files.email()
                #expect(email.isRead && email.isStarred && email.labelIds == ["Bills"])
            }
        }

        @Test func `does not take the mark of an import that marked all mail as read for the file's`()
            async throws
        {
            try await withFiles { files in
                try files.put("cur/1.a:2,", "1")
                try await files.importMail { $0.marksRead = true }
                #expect(try await files.email().isRead)
                #expect(try await files.importMail().updated == 0)
                #expect(try await files.email().isRead)
            }
        }

        @Test(arguments: [
            ("Status: RO\n", true, false), ("Status: O\n", false, false), ("X-Status: F\n", false, true),
            ("Status: R\nX-Status: AF\n", true, true), ("X-Mozilla-Status: 0001\n", true, false),
            ("X-Mozilla-Status: 0004\n", false, true), ("X-Mozilla-Status: 1005\n", true, true),
            ("X-Mozilla-Status: 0000\n", false, false), ("X-Mozilla-Status: none\n", false, false),
            ("", false, false),
        ])
        func `reads the status fields of a mailbox and follows their changes`(
            _ fields: String, _ isRead: Bool, _ isStarred: Bool
        ) async throws {
            try await withFiles { files in
                try await files.importMailbox(Self.separator + Files.message("1", fields) + "\n")
                let email = try await files.email()
                #expect(email.isRead == isRead && email.isStarred == isStarred, "\(fields)")
                #expect(email.labelIds == ["Inbox"])
                try await files.importMailbox(
                    Self.separator + Files.message("1", "Status: R\nX-Status: F\n") + "\n")
                let changed = try await files.email()
                #expect(changed.isRead && changed.isStarred)
                try await files.importMailbox(Self.separator + Files.message("1", fields) + "\n")
                let again = try await files.email()
                #expect(again.isRead == isRead && again.isStarred == isStarred, "\(fields)")
            }
        }

        @Test func `takes the label from a message that Thunderbird has moved to another mailbox`()
            async throws
        {
            try await withFiles { files in
                try await files.importMailbox(Self.separator + Files.message("1") + "\n")
                try await files.importMailbox(
                    Self.separator + Files.message("1", "X-Mozilla-Status: 0009\n") + "\n")
                #expect(try await files.email().labelIds == [])
                try await files.importMailbox(Self.separator + Files.message("1") + "\n", "Spam.mbox")
                #expect(try await files.email().labelIds == ["Spam"])
                #expect(try await files.email().isRead)
            }
        }

        @Test func `gives a message in two mailboxes both labels`() async throws {
            try await withFiles { files in
                let text = Self.separator + Files.message("1") + "\n"
                try await files.importMailbox(text)
                #expect(try await files.importMailbox(text, "Lists.mbox").updated == 1)
                #expect(try await files.email().labelIds == ["Inbox", "Lists"])
                #expect(try await files.importMailbox(text).updated == 0)
                #expect(try await files.email().labelIds == ["Inbox", "Lists"])
            }
        }

        @Test func `follows the labels of a Gmail archive and keeps them in a move`() async throws {
            try await withFiles { files in
                func importMail(_ labels: String) async throws {
                    let fields = "X-Gmail-Labels: \(labels)\n"
                    try await files.importMailbox(Self.separator + Files.message("1", fields) + "\n")
                }
                try await importMail("Inbox,Unread,Work")
                #expect(try await files.email().labelIds == ["INBOX", "Work"])
                try await importMail("Work,Later")
                #expect(try await files.email().labelIds == ["Later", "Work"])
                #expect(try await files.email().isRead)
                try await files.change(.move(to: "SPAM"))
                #expect(try await files.email().labelIds == ["Later", "SPAM", "Work"])
            }
        }
    }
#endif
