import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkUsage

/// The history of the usage's schema: a step never changes, and files of every age are brought up to date with all that is
/// in them.
@Suite struct `Schema history of the usage` {
    static let history = SchemaHistory(
        schema: UsageStore.schema,
        digests: [
            "92ab5e51fb95306d", "6933f707ad12a29a", "3decf6c5df1377f6", "1c4eeeb383417cff",
            "1c4eeeb383417cff", "cd04ef52996dbb3d", "d0ee76954df441d9",
        ],
        rows: """
            INSERT INTO usageEvent (place, key, kind, timestamp, zone, day, session, device, language, symbol, label)
            VALUES (1782604800000 << 20, x'00000000000070008000000000000001', 0, 1782604800000, 120, 20632,
                x'00000000000070008000000000000011', x'00000000000070008000000000000021', 'en', 'rome', 'Rome');
            INSERT INTO usageEvent (place, key, kind, timestamp, zone, day, session, device, language, symbols, phrase,
                constructionTime, removed, reordered, length)
            VALUES (1782604801000 << 20, x'00000000000070008000000000000002', 1, 1782604801000, 120, 20632,
                x'00000000000070008000000000000011', x'00000000000070008000000000000021', 'en', '["rome"]', 'to Rome',
                1000, 0, 0, 1);
            """)

    @Test(arguments: SchemaContract.allCases)
    func `usage keeps the contract of schemas`(promise: SchemaContract) async throws {
        #expect(try await promise.violations(UsageStore.self, Self.history) == [], "\(promise.rawValue)")
    }

    @Test(arguments: 0...history.digests.count)
    func `a file of every age comes up to date with its events`(age: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.path("usage.db")
        try Self.history.make(path, steps: age)
        let store = try UsageStore.open(.file(path))
        let version = try await store.schemaVersion()
        #expect(version.file == version.program)
        let events = try await store.events()
        #expect(events.map { $0.phrase?.phrase ?? $0.tap?.label } == (age == 0 ? [] : ["to Rome", "Rome"]))
        #expect(try await store.search(WordQuery("rome")).count == (age == 0 ? 0 : 1))
        #expect(try await store.sessions().map(\.totalSymbols) == (age == 0 ? [] : [1]))
        try await store.record([UsageSamples.tap("new", day: 2)])
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
    }
}
