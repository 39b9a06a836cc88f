import IlkDebug
import IlkVocabulary

/// A common order for the entries of several sessions.
enum DebugTimeline {
    /// Sorts entries. Entries of one session are sorted by sequence number, even if the order of the times
    /// differs. Entries of different sessions are sorted by time.
    static func ordered(_ records: [DebugRecord]) -> [DebugRecord] {
        var sessions: [RecordID?: [(place: Int, record: DebugRecord)]] = [:]
        for (place, record) in records.enumerated() {
            sessions[record.entry.sessionId, default: []].append((place, record))
        }
        var timed: [(time: Int64, place: Int, order: Int, record: DebugRecord)] = []
        for (session, members) in sessions {
            let sorted = members.sorted { before($0, $1, hasSession: session != nil) }
            var time = Int64.min
            for (order, member) in sorted.enumerated() {
                // If the clock was set back, the entry is still placed after its predecessor in the session.
                time =
                    session == nil
                    ? member.record.entry.nanoseconds : max(time, member.record.entry.nanoseconds)
                timed.append((time, members[0].place, order, member.record))
            }
        }
        return timed.sorted { ($0.time, $0.place, $0.order) < ($1.time, $1.place, $1.order) }.map(\.record)
    }

    private static func before(
        _ one: (place: Int, record: DebugRecord), _ other: (place: Int, record: DebugRecord), hasSession: Bool
    ) -> Bool {
        let (first, second) = (one.record.entry, other.record.entry)
        if hasSession, let left = first.sequence, let right = second.sequence, left != right {
            return left < right
        }
        return (first.nanoseconds, one.place) < (second.nanoseconds, other.place)
    }
}
