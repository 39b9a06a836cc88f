import Foundation
import IlkDebug
import IlkStore
import IlkVocabulary
import Testing

@testable import IlkDebugStore
@testable import IlkLog

/// Prefix queries return matches newest first and page by page, for frequent and rare words, with other terms
/// and filters.
@Suite struct `Prefix search` {
    @Test(arguments: PrefixSearchSamples.queries) func `prefix queries find log entries`(query: String)
        async throws
    {
        let store = try await Self.log.value
        for othersOnly in [false, true] {
            let expected = PrefixSearchSamples.found(query, othersOnly: othersOnly)
            let filter = LogFilter(category: othersOnly ? .email : nil)
            let first = try await store.search(FullTextQuery(query), newest: 20, matching: filter)
            #expect(first.map(Self.place) == Array(expected.prefix(20)))
            guard let last = first.last else { continue }
            let second = try await store.search(
                FullTextQuery(query), newest: 20, before: .id(last.id), matching: filter)
            #expect(second.map(Self.place) == Array(expected.dropFirst(20).prefix(20)))
        }
    }

    private static func place(_ entry: ClassificationLogEntry) -> Int {
        Int(entry.log.timestamp.timeIntervalSince1970)
    }

    /// Filled once for all queries.
    private static let log = Task {
        let store = try ClassificationLogStore.open(.memory)
        let records = PrefixSearchSamples.entries.enumerated().map { place, entry in
            LogRecord(
                id: store.nextID(), seconds: Double(place), category: entry.isOther ? .email : .message,
                text: entry.text)
        }
        for start in stride(from: 0, to: records.count, by: 500) {
            _ = try await store.insert(Array(records[start..<min(start + 500, records.count)]))
        }
        try await store.updateIndex()
        return store
    }

    @Test(arguments: PrefixSearchSamples.queries) func `prefix queries find debug events`(query: String)
        async throws
    {
        let store = try await Self.events.value
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_790_003_600))
        for condition in ["", " event:OTHER", " payload.place>=0", " time>=2020-01-01"] {
            let expected = PrefixSearchSamples.found(query, othersOnly: condition.contains("OTHER"))
            let wanted = try DebugQuery(query + condition, calendar: calendar)
            let first = try await store.search(wanted, newest: 20)
            #expect(first.map(Self.place) == Array(expected.prefix(20)))
            guard let last = first.last else { continue }
            let second = try await store.search(wanted, newest: 20, before: last.row)
            #expect(second.map(Self.place) == Array(expected.dropFirst(20).prefix(20)))
        }
    }

    private static func place(_ record: DebugRecord) -> Int {
        record.entry.payload["place"]?.asNumber.map { Int($0) } ?? -1
    }

    private static let events = Task {
        let store = try DebugLogStore.open(.memory)
        let time: Int64 = 1_790_000_000_000_000_000
        let records = PrefixSearchSamples.entries.enumerated().map { place, entry in
            DebugRecord(
                entry: DebugLogEntry(
                    id: store.nextID(), nanoseconds: time + Int64(place), source: .backend,
                    event: entry.isOther ? "OTHER" : "ONE",
                    payload: ["note": .string(entry.text), "place": .integer(Int64(place))]),
                received: time)
        }
        for start in stride(from: 0, to: records.count, by: 500) {
            _ = try await store.insert(Array(records[start..<min(start + 500, records.count)]))
        }
        try await store.updateIndex()
        return store
    }
}
