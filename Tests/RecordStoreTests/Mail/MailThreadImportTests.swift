#if Mail
    import Foundation
    import GRDB
    import IlkStore
    import StoreTestSupport
    import TestSupport
    import Testing

    @testable import IlkMail

    /// Imports of mailboxes whose threads merge late.
    @Suite struct `Thread import` {
        /// A random mailbox with late merges of threads, equal dates and duplicate messages.
        private struct Mailbox {
            var text = ""

            /// - Parameter words: The upper bound of the number of words per message.
            init(seed: UInt64, messages: Int, words: Int = 1) {
                var dice = SeededGenerator(seed: seed)
                for _ in 0..<messages {
                    let id = Int.random(in: 0..<messages, using: &dice)
                    let answered = (0..<Int.random(in: 0...2, using: &dice)).map { _ in
                        "<\(Int.random(in: 0..<messages, using: &dice))@x>"
                    }
                    text += "From a@x Fri Mar  1 10:00:00 2024\nMessage-ID: <\(id)@x>\nFrom: Ann <a@x.org>\n"
                    let second = Int.random(in: 10..<59, using: &dice)
                    text += "Date: Fri, 01 Mar 2024 10:00:\(second) +0000\nSubject: about \(id)\n"
                    if !answered.isEmpty { text += "References: \(answered.joined(separator: " "))\n" }
                    if id % 5 == 0 { text += "X-GM-THRID: \(id / 50)\n" }
                    if id % 3 == 0 { text += "Status: RO\n" }
                    if id % 7 == 0 { text += "X-Gmail-Labels: Inbox,Lists,Opened\n" }
                    if id % 11 == 0 { text += "Content-Type: application/pdf; name=a.pdf\n" }
                    let body = (0..<Int.random(in: 0..<words, using: &dice)).map { _ in
                        "word\(Int.random(in: 0..<300, using: &dice)) Straße"
                    }
                    text += "\nhello \(id) \(body.joined(separator: "\n"))\n\n"
                }
            }
        }

        private static let options = MailImportOptions(account: "me@example.com", label: "Lists")

        private static func read(_ path: String) async throws -> [MailBatch] {
            let reading = try MailReaderStage(
                .mailbox(try MailboxReader(path)), of: path, label: "Lists",
                options: options)
            var batches: [MailBatch] = []
            while let batch = try await reading.next() { batches.append(batch) }
            return batches
        }

        @Test(arguments: 1...12)
        func `counts agree with the messages`(_ seed: UInt64) async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let path = fixture.folder + "/Lists.mbox"
                let mailbox = Mailbox(
                    seed: seed, messages: 40 * Int(seed), words: seed.isMultiple(of: 2) ? 200 : 1)
                try mailbox.text.write(toFile: path, atomically: false, encoding: .utf8)
                let report = try await MailImport(into: fixture.service, options: Self.options).mailbox(path)
                let items = try await Self.read(path).flatMap(\.items)
                #expect(report.added + report.present == items.count)
                #expect(
                    report.added == Set(items.map { Array($0.message.row.texts[$0.message.row.key]) }).count)
                #expect(try await fixture.countMismatches() == [])
            }
        }

        @Test func `if a second has no free row number the next one is used`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let path = fixture.folder + "/Lists.mbox"
                try Mailbox(seed: 5, messages: 300).text.write(
                    toFile: path, atomically: false, encoding: .utf8)
                let items = try await Self.read(path).flatMap(\.items)
                try await fixture.service.store.write { database in
                    let account = try AccountRepository.row(of: fixture.account.id, in: database)
                    let writer = try EmailWriter(database)
                    let item = try #require(items.first { $0.message.row.threadID.isEmpty })
                    var full = item
                    full.message.row = MailRow(fixture.email("full"))
                    full.message.row.date = item.message.row.date
                    let key = try writer.add(full, account: account)
                    let last = key | 0xFFFF
                    try database.execute(
                        sql: "UPDATE email SET row = ? WHERE row = ?", arguments: [last, key])
                    var keys: [Int64] = []
                    for other in items where other.message.row.date == item.message.row.date {
                        guard try writer.row(of: other.message.row, account: account) == nil,
                            other.message.row.threadID.isEmpty
                        else { continue }
                        keys.append(try writer.add(other, account: account))
                    }
                    #expect(keys == keys.indices.map { last + 1 + Int64($0) })
                    #expect(keys.count > 1)
                }
            }
        }
    }
#endif
