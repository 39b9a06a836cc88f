import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import Testing

@testable import IlkDomains

/// Events that are written without triggers have beside them what the triggers would have put there.
@Suite struct UsageNewRowsTests {
    private struct Failure: Error {}

    private static func phrase(_ words: String, day: Int) -> UsageEvent {
        var event = UsageSamples.tap("want", day: day)
        event.action = .phrase(
            PhraseCompletion(symbolIDs: ["want", "more"], phrase: words, constructionTime: 7))
        return event
    }

    private static func beside(_ store: UsageStore) async throws -> [[String]] {
        try await store.store.read { database in
            try ["SELECT hex(key) FROM usageChange ORDER BY number", "SELECT place FROM usageUnindexed"].map {
                try String.fetchAll(database, sql: $0)
            }
        }
    }

    @Test func `each trigger of an insert is done by hand`() async throws {
        let store = try UsageStore.open(.memory)
        let triggers = try await store.store.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'usageEvent'
                        AND sql LIKE '% INSERT ON usageEvent %' ORDER BY name
                    """)
        }
        #expect(triggers == UsageNewRows.triggers)
    }

    @Test(arguments: [false, true])
    func `lists beside events are those that the triggers keep`(_ isListed: Bool) async throws {
        let (one, other) = (try UsageStore.open(.memory), try UsageStore.open(.memory))
        var events = (0..<700).map {
            $0 % 3 == 0 ? Self.phrase("p\($0)", day: $0) : UsageSamples.tap("s", day: $0)
        }
        // In one millisecond with another one: it goes the long way.
        events.append(Self.phrase("late", day: 3))
        if isListed { for store in [one, other] { _ = try await store.changes(after: nil, limit: 1) } }
        for event in events { try await one.record([event]) }
        try await other.receive(events.map { UsagePayload(.event($0)) }, at: Date())
        let lists = try await Self.beside(one)
        #expect(try await lists == Self.beside(other))
        #expect(lists.map(\.count) == [isListed ? 701 : 0, 235])
        let words = UsageFilter(words: try WordQuery("late"))
        #expect(try await other.events(after: nil, matching: words).events.count == 1)
        #expect(try await other.fault(thorough: true) == nil)
    }

    @Test func `of two of one key the first stays, whichever of them has the form of this program`()
        async throws
    {
        let event = UsageSamples.tap("a", day: 1)
        var changed = event
        changed.action = .tap(SymbolTap(symbolID: "b", label: "b"))
        let plain = UsagePayload(.event(event))
        var other = UsagePayload(.event(changed))
        other.bytes.removeLast()
        other.bytes += Array(",\"new\":1}".utf8)
        for batch in [[plain, other], [other, plain]] {
            let store = try UsageStore.open(.memory)
            #expect(try await store.receive(batch, at: Date()) == [.stored, .conflicting])
            #expect(try await store.payloads(after: nil).payloads.first { $0.id == event.id } == batch[0])
            #expect(try await store.receive(batch, at: Date()) == [.present, .present])
            #expect(try await store.fault(thorough: true) == nil)
        }
    }

    @Test func `what fails among events without triggers leaves none, and triggers run again`() async throws {
        let store = try UsageStore.open(.memory)
        let read = await UsageInflow.read([UsagePayload(.event(Self.phrase("gone", day: 1)))])
        await #expect(throws: Failure.self) {
            try await store.store.write { database in
                let rows = try UsageNewRows(database, UsageTally(database))
                #expect(try rows.write(read, at: Date()) == [true])
                throw Failure()
            }
        }
        #expect(try await store.events(after: nil).events.isEmpty)
        try await store.record([Self.phrase("here", day: 1)])
        #expect(try await store.fault(thorough: true) == nil)
        #expect(try await Self.beside(store)[1].count == 1)
    }
}
