package import IlkDebug
package import IlkVocabulary

package enum DebugSamples {
    /// Returns a UUID of version 7 for a number. Bit 63 of the low half sets the variant.
    package static func id(_ number: Int) -> RecordID {
        RecordID(high: 0x0190_0000_0000_7000, low: 1 << 63 | UInt64(number))
    }

    /// Returns the entry for a number. Event, level and values vary with the number.
    package static func entry(_ number: Int, session: Int = 0) -> DebugLogEntry {
        let level = LogLevel.allCases[number % 100 < 90 ? number % 2 : number % 100 < 98 ? 2 : 3]
        let events = ["API_REQUEST", "API_RESPONSE", "CACHE_MISS", "DB_QUERY", "UI_TAP"]
        return DebugLogEntry(
            id: id(number), correlationId: id(number / 4 + 1_000_000_000),
            nanoseconds: 1_790_000_000_000_000_000 + Int64(number) * 1_000_000,
            source: LogSource.allCases[number % 3], level: level, event: events[number % events.count],
            payload: [
                "method": "GET", "path": .string("/users/\(number % 1000)/posts"),
                "status": .integer(level == .error ? 503 : 200), "ms": .number(Double(number % 997) + 0.5),
                "message": .string("request \(number) done in \(number % 997) ms by worker \(number % 8)"),
            ], sessionId: id(session + 2_000_000_000), sequence: Int64(number))
    }
}
