#if Mail
    import Foundation
    import IlkMail
    import Testing

    /// An archive of a real mailing list, compared with the result of another parser, if both are available.
    @Suite struct `A real archive` {
        private static let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/corpora/mail")
        private static let mailbox = folder.appending(path: "linux-mips.mbox").path
        private static let isThere = FileManager.default.fileExists(atPath: mailbox)

        private struct Facts: Decodable {
            var message_id: String
            var subject: String
            var plain_head: String
            var plain_chars: Int
            var has_plain: Bool
        }

        @Test(.enabled(if: isThere, "../shared/corpora/mail does not exist"))
        func `has the subjects and texts that Python's email package finds`() async throws {
            try await MailTestLocation.memory.withStore { fixture in
                let report = try await MailImport(into: fixture.service).mailbox(Self.mailbox)
                #expect(report.added == 1000)
                #expect(report.malformed == 0)
                let lines = try String(
                    contentsOf: Self.folder.appending(path: "linux-mips.facts.jsonl"), encoding: .utf8)
                var count = 0
                for line in lines.split(separator: "\n") {
                    let facts = try JSONDecoder().decode(Facts.self, from: Data(line.utf8))
                    let id = facts.message_id.trimmingCharacters(in: CharacterSet(charactersIn: "<> "))
                    guard let email = try await fixture.emails.fetch(byGmailId: id) else {
                        Issue.record("missing: \(id)")
                        continue
                    }
                    count += 1
                    let subject = facts.subject.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    #expect(email.subject == subject, "\(id)")
                    guard facts.has_plain else { continue }
                    let head = Self.letters(facts.plain_head)
                    #expect(Self.letters(email.bodyText ?? "").hasPrefix(head), "\(id)")
                }
                #expect(count == 1000)
                #expect(try await fixture.countMismatches() == [])
            }
        }

        private static func letters(_ text: String) -> String {
            String(text.unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7F }.map(Character.init))
        }
    }
#endif
