import Foundation
import IlkDebug
import IlkDebugStore
import IlkStore
import IlkVocabulary
import Testing

@Suite struct `Debug queries at the limits of numbers and times` {
    @Test(arguments: [
        ("payload.n>=9223372036854775807", [Int64.max]),
        ("payload.n<9223372036854775807", [Int64.max - 1]),
        ("payload.n>=9223372036854775808", []), ("time:1500..1600", []),
    ]) func `find the matching events`(text: String, numbers: [Int64]) async throws {
        let records = [Int64.max - 1, .max].enumerated().map { place, number in
            let entry = DebugLogEntry(
                id: RecordID(high: 1, low: UInt64(place) + 1), nanoseconds: 0, source: .ios, level: .info,
                event: "E", payload: ["n": .integer(number)])
            return DebugRecord(entry: entry, received: 0)
        }
        let store = try DebugLogStore.open(.memory)
        _ = try await store.insert(records)
        try await store.updateIndex()
        let query = try DebugQuery(text, calendar: SearchCalendar(timeZone: .gmt, now: Date()))
        let found = try await store.search(query, newest: 9)
        let values = numbers.map { DebugPayloadValue.integer($0) }
        #expect(found.compactMap { $0.entry.payload["n"] } == values, "\(text)")
    }
}
