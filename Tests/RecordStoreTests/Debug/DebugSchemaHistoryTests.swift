import Foundation
import IlkDebug
import IlkStore
import StoreTestSupport
import Testing

@testable import IlkDebugStore

/// Released migrations never change, and files of every schema version are migrated without loss.
@Suite struct `Schema history of the debug log` {
    static let history = SchemaHistory(
        schema: DebugLogStore.schema,
        digests: [
            "8a14089cb2d6c424", "c4ab1e08a1d5119e", "e414752c3d3f4533", "e414752c3d3f4533",
            "ae16709485a3d145", "b7035a9ea9000f9a",
        ],
        rows: """
            INSERT INTO debugKind VALUES (1, 'ios', 'warn', '', 'API_RESPONSE');
            INSERT INTO debugEntry (row, id, time, received, kind, payload)
                VALUES (1, x'00000000000070008000000000000001', 1790000000000000000, 1790000001000000000, 1, '{"text":"über Łódź"}');
            """)

    @Test(arguments: 0...history.digests.count)
    func `a file of every schema version is migrated with its events`(age: Int) async throws {
        let scratch = try Scratch()
        let store = try await Self.history.opened(steps: age, in: scratch) { try DebugLogStore.open($0) }
        let events = age == 0 ? [] : ["API_RESPONSE"]
        #expect(try await store.search(newest: 9).map(\.entry.event) == events)
        try await store.updateIndex()
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_790_000_000))
        for words in ["lodz", "ÜBER level>=warn", "source:ios api*"] {
            let found = try await store.search(DebugQuery(words, calendar: calendar), newest: 9)
            #expect(found.map(\.entry.event) == events, "\(words)")
        }
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
    }
}
