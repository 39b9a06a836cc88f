#if Mail
    import Foundation
    import IlkStore
    import MailTestSupport
    import StoreTestSupport
    import TestSupport
    import Testing

    @testable import IlkMail

    /// Mail parsing in a process that may crash.
    @Suite struct `The mail parser worker` {
        private static func worker(timeLimit: Duration = .seconds(60)) throws -> MailWorker {
            MailWorker(
                executable: try BuiltTool.find("StoreProbe").path, arguments: ["parse-mail", "badly"],
                timeLimit: timeLimit)
        }

        private static func message(_ id: Int, _ body: String = "hello") -> String {
            "From a@x Fri Mar  1 10:00:00 2024\nMessage-ID: <\(id)@x>\nFrom: Ann <a@x.org>\n"
                + "Date: Fri, 01 Mar 2024 10:00:00 +0000\nSubject: about \(id)\n\n\(body)\n\n"
        }

        private static func write(_ text: String, _ fixture: MailTestStore) throws -> String {
            let path = fixture.folder + "/Lists.mbox"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return path
        }

        private static func importMail(
            _ path: String, _ fixture: MailTestStore, _ worker: MailWorker?, startsOver: Bool = false
        ) async throws -> MailImportReport {
            let options = MailImportOptions(
                account: "me@example.com", startsOver: startsOver, worker: worker)
            return try await MailImport(into: fixture.service, options: options).mailbox(path)
        }

        @Test(arguments: [
            ("crash", "the parser crashed: Segmentation fault"), ("leave", "the parser ended with status 3"),
            ("hang", "parsing took longer than 1 s"), ("babble", "the parser sent a damaged response"),
        ])
        func `a message that crashes the parser is quarantined with its offset and all others are imported`(
            _ body: String, _ reason: String
        ) async throws {
            try await MailTestLocation.file.withStore { fixture in
                let bad = [3, 40, 41, 199]
                var (text, offsets) = ("", [Int]())
                for id in 0..<200 {
                    if bad.contains(id) { offsets.append(text.utf8.count) }
                    text += Self.message(id, bad.contains(id) ? body : "hello")
                }
                let path = try Self.write(text, fixture)
                let worker = try Self.worker(timeLimit: .seconds(body == "hang" ? 1 : 60))
                let report = try await Self.importMail(path, fixture, worker)
                #expect(report.added == 196 && report.quarantined == 4 && report.malformed == 0)
                #expect(report.remarks.map(\.offset) == offsets)
                #expect(report.remarks.allSatisfy { $0.reason == "quarantined: \(reason)" }, "\(report)")
                let found = try await fixture.emails.fetch(limit: 300, offset: 0).map(\.gmailId)
                #expect(Set(found) == Set((0..<200).filter { !bad.contains($0) }.map { "\($0)@x" }))
                #expect(try await fixture.countMismatches() == [])
            }
        }

        @Test func `a quarantined message is not parsed again until an import starts over`() async throws {
            try await MailTestLocation.file.withStore { fixture in
                let files = FileManager.default
                let root = fixture.folder + "/Mail"
                try files.createDirectory(atPath: root + "/cur", withIntermediateDirectories: true)
                for (id, body) in [(1, "hello"), (2, "crash"), (3, "hello")] {
                    let text = Self.message(id, body).split(separator: "\n", maxSplits: 1)[1]
                    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/cur/\(id).x:2,"))
                }
                func importMail(_ worker: MailWorker?, startsOver: Bool = false) async throws
                    -> MailImportReport
                {
                    try await MailImport(
                        into: fixture.service,
                        options: MailImportOptions(
                            account: "me@example.com", startsOver: startsOver, worker: worker)
                    ).maildir(root)
                }
                let first = try await importMail(try Self.worker())
                #expect(first.added == 2 && first.quarantined == 1)
                // Without a worker the message would parse, but it is skipped.
                let second = try await importMail(nil)
                #expect(second.present == 2 && second.quarantined == 1 && second.added == 0)
                #expect(second.remarks == first.remarks)
                let third = try await importMail(nil, startsOver: true)
                #expect(third.present == 2 && third.quarantined == 0 && third.added == 1)
                let fourth = try await importMail(try Self.worker())
                #expect(fourth.present == 2 && fourth.quarantined == 1, "it was released, and crashes again")
            }
        }

        @Test func `worker and library give the same result`() async throws {
            let scratch = try Scratch()
            var text = Self.message(0) + Self.message(1, "")
            for kind in HardMail.allCases {
                text +=
                    "From a@x Fri Mar  1 10:00:00 2024\n"
                    + String(decoding: kind.message(300), as: UTF8.self) + "\n\n"
            }
            let path = scratch.path("hard.mbox")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let reader = try MailboxReader(path)
            var found: [RawMessage] = []
            while let entry = try reader.next() { found.append(entry) }
            let account = UUID()
            func parse(_ worker: MailWorker?) async throws -> MailBatch {
                try await MailParserStage(
                    label: "Lists", options: MailImportOptions(worker: worker)
                ).parse(found[...])
            }
            let (own, other) = (try await parse(nil), try await parse(try Self.worker()))
            #expect(own.items.count > 20 && own.report == other.report)
            for (one, two) in zip(own.items, other.items) {
                #expect(one.message.email(of: account) == two.message.email(of: account))
                #expect(one.message.row.texts == two.message.row.texts)
                #expect(one.message.flags == two.message.flags)
                #expect(one.message.contentType == two.message.contentType)
                #expect(one.message.skippedParts == two.message.skippedParts)
                #expect(one.message.hasHTML == two.message.hasHTML)
            }
        }

        @Test(arguments: ["/bin/true", "/bin/cat", "/nowhere/ilk"])
        func `a program that is not a parser ends the import without blaming a message`(
            _ program: String
        ) async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let path = try Self.write(Self.message(1), fixture)
                let worker = MailWorker(executable: program, timeLimit: .milliseconds(300))
                let error = await #expect(throws: StoreError.self) {
                    try await Self.importMail(path, fixture, worker)
                }
                #expect(error?.description.contains("cannot start the mail parser") == true)
                #expect(try await Self.importMail(path, fixture, nil).added == 1)
            }
        }

        @Test func `a damaged response of the worker is rejected`() throws {
            let bytes = Array(Self.message(1, "grüße").utf8)
            let message = try bytes.withUnsafeBytes { try MailParser().message($0) }
            let answer = message.encoded.dropFirst(4)
            let account = UUID()
            #expect(MailMessage(answer: answer)?.email(of: account) == message.email(of: account))
            for place in answer.indices {
                for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                    var changed = answer
                    changed[place] = value
                    // An accepted answer must have valid texts and offsets.
                    if let read = MailMessage(answer: changed) {
                        #expect(read.isWellFormed)
                        _ = read.email(of: account)
                    }
                }
                #expect(MailMessage(answer: answer[..<place]) == nil)
            }
        }
    }
#endif
