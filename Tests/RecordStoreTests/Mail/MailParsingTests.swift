#if Mail
    import Foundation
    import IlkStore
    import MailTestSupport
    import StoreTestSupport
    import Testing

    @testable import IlkMail

    /// Concurrent parsing. All threads share the libraries GMime and libxml2.
    @Suite struct MailParsingTests {
        private static func found(_ scratch: Scratch, copies: Int) throws -> [RawMessage] {
            let path = scratch.path("hard.mbox")
            var bytes: [UInt8] = []
            for _ in 0..<copies {
                for kind in HardMail.allCases {
                    bytes += Array("From a@x Fri Mar  1 10:00:00 2024\n".utf8) + kind.message(30)
                    bytes += Array("\n\n".utf8)
                }
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let reader = try MailboxReader(path)
            var found: [RawMessage] = []
            while let entry = try reader.next() { found.append(entry) }
            return found
        }

        private static func parsing() throws -> MailParserStage {
            try MailParserStage(label: "Lists", options: MailImportOptions())
        }

        private static func texts(_ batch: MailBatch) -> [[UInt8]] { batch.items.map(\.message.row.texts) }

        @Test func `eight concurrent parsers give the same result as one`() async throws {
            let found = try Self.found(try Scratch(), copies: 12)
            let alone = try await Self.parsing().parse(found[...])
            #expect(alone.items.count > 200)
            let parsings = try (0..<8).map { _ in try Self.parsing() }
            try await withThrowingTaskGroup(of: MailBatch.self) { group in
                for parsing in parsings { group.addTask { try await parsing.parse(found[...]) } }
                for try await batch in group {
                    #expect(Self.texts(batch) == Self.texts(alone))
                    #expect(batch.items.map(\.message.flags) == alone.items.map(\.message.flags))
                    #expect(batch.report == alone.report)
                }
            }
        }

        @Test func `batches are in file order regardless of concurrent parsing`() async throws {
            let scratch = try Scratch()
            let found = try Self.found(scratch, copies: 12)
            let path = scratch.path("hard.mbox")
            let reading = try MailReaderStage(
                .mailbox(try MailboxReader(path)), of: path, label: "Lists",
                options: MailImportOptions())
            var batch = MailBatch()
            while let next = try await reading.next() {
                batch.items += next.items
                batch.report.add(next.report)
            }
            let alone = try await Self.parsing().parse(found[...])
            #expect(batch.items.map(\.offset) == alone.items.map(\.offset))
            #expect(Self.texts(batch) == Self.texts(alone))
            #expect(batch.report.remarks == alone.report.remarks)
        }
    }
#endif
