import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

/// Released migrations never change, and files of every schema version are migrated without loss.
@Suite struct SchemaHistoryTests {
    static let history = SchemaHistory(
        schema: ClassificationLogStore.schema,
        digests: [
            "87f5904c78858e10", "fdddb471f76b59dd", "93b94b3d3bcad632", "8a0820bf10e048b5",
            "c7f16adad29c1cfe", "e48686f7ab6f03c3", "fb5fe6812a10f9a8", "fb5fe6812a10f9a8",
            "434908ae2c6a051b", "434908ae2c6a051b",
            "3e475652cd32ce22", "7318f5f8bffdcc28", "5d9e6aba13250c69", "5d9e6aba13250c69",
        ],
        rows: """
            INSERT INTO classificationProvenance VALUES (1, 'fused', 'aa', 'bb', '72.1');
            INSERT INTO classificationLog VALUES
                ('01900000-0000-7000-8000-000000000001', 'see you', 'message', 1.5, 7, NULL),
                ('01900000-0000-7000-8000-000000000002', 'select 1', 'code', 2.5, 8, '{}');
            INSERT INTO classificationVerdict VALUES
                ('01900000-0000-7000-8000-000000000002', 2.5, 0.5, 0.25, 'unsure', '{"code":0.5}', NULL, 1);
            INSERT INTO classificationCorrection VALUES
                ('01900000-0000-7000-8000-000000000003', '01900000-0000-7000-8000-000000000001', 'email', 'human', 'me', 3);
            """)

    @Test(arguments: 0...history.digests.count)
    func `a file of every schema version is migrated with its entries`(age: Int) async throws {
        let scratch = try Scratch()
        let store = try await Self.history.opened(steps: age, in: scratch) {
            try ClassificationLogStore.open($0)
        }
        let entries = try await store.entries(newest: 10)
        #expect(entries.map(\.log.text) == (age == 0 ? [] : ["select 1", "see you"]))
        #expect(entries.map(\.category) == (age == 0 ? [] : ["code", "email"]))
        #expect(entries.first?.verdict?.abstention == (age == 0 ? nil : .unsure))
        #expect(try await store.ledger() == JournalLedger())
        // Counts are exact before the index is filled. Any writer fills it.
        #expect(try await store.count() == (age == 0 ? 0 : 2))
        #expect(try await store.lag() == (age == 0 ? 0 : 2))
        let logger = ClassificationLogger(store: store)
        await logger.log(classification: Samples.classification(), fullText: "one more", features: nil)
        #expect(await logger.flush() == .reached)
        #expect(try await store.ledger().stored == 1)
        try await store.updateIndex()
        #expect(try await store.search(FullTextQuery("SELECT"), newest: 5).count == (age == 0 ? 0 : 1))
        #expect(try await store.count() == (age == 0 ? 1 : 3))
        await logger.close()
        try store.close()
    }

    @Test func `read-only access migrates an old file and leaves an empty file empty`() async throws {
        let scratch = try Scratch()
        try Self.history.make(scratch.path("old.db"), steps: 1)
        let store = try ClassificationLogStore.open(.file(scratch.path("old.db")), access: .readOnly)
        #expect(try await store.entries(newest: 10).count == 2)
        try store.close()
        try Data().write(to: scratch.folder.appending(path: "empty.db"))
        let error = #expect(throws: StoreError.self) {
            try ClassificationLogStore.open(.file(scratch.path("empty.db")), access: .readOnly)
        }
        #expect(error?.code == .olderSchema)
        #expect(try scratch.bytes("empty.db").isEmpty)
    }
}
