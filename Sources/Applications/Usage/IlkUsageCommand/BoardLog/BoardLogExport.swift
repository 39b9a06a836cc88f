import IlkVocabulary
import IlkConsole
import FoundationEssentials
import IlkUsage
import IlkFraming

/// Writes an Open Board Log (openboardformat.org), version 0.1. The sessions are streamed, so the export
/// needs memory for one page of events only.
struct BoardLogExport {
    static let format = "open-board-log-0.1"

    /// The value of the field `user_id`, as `source:id`.
    let user: String
    /// The text of a comment at the start of the file.
    let notice: String?
    /// The mask for an anonymized log; `nil` for a log with all data.
    let mask: BoardLogMask?
    let open: OpenUsageStore

    /// Writes the events that pass a filter.
    ///
    /// - Returns: The number of events.
    func run(_ filter: UsageFilter, to output: OutputWriter) async throws -> Int {
        let first = try await open.store.events(after: nil, limit: 1, matching: filter).events.first
        let shift = mask == nil ? 0 : BoardLogMask.shiftedStart - (first?.time.milliseconds ?? 0)
        var events = BoardLogEvents(mask: mask, shift: shift)
        if let notice { output.append("/* \(notice) */\n") }
        output.append(header(language: first?.language ?? "en"))
        let sessions = try await open.store.sessions(deviceID: filter.deviceID).reversed()
        var (count, written) = (0, 0)
        for session in sessions where filter.sessionID == nil || filter.sessionID == session.id {
            var last: Int64?
            var inSession = 0
            while true {
                let page = try await open.store.events(after: last, matching: narrowed(filter, to: session))
                if inSession == 0, !page.events.isEmpty {
                    output.append((written == 0 ? "\n" : ",\n") + events.begin(session, written))
                    written += 1
                }
                for event in page.events {
                    output.append(
                        Array((inSession == 0 ? "\n" : ",\n").utf8) + events.bytes(event, place: inSession))
                    inSession += 1
                    try output.endRecord()
                }
                try open.console.checkStop()
                guard let place = page.place else { break }
                last = place
            }
            if inSession > 0 { output.append("\n]}") }
            count += inSession
        }
        output.append("\n]}\n")
        try output.flush()
        return count
    }

    /// Returns the filter, limited to the events of a session.
    private func narrowed(_ filter: UsageFilter, to session: UsageSession) -> UsageFilter {
        var filter = filter
        filter.sessionID = session.id
        let start = Date(timeIntervalSince1970: Double(session.start.milliseconds) / 1000)
        filter.since = max(filter.since ?? .distantPast, start)
        filter.until = min(filter.until ?? .distantFuture, session.end.addingTimeInterval(0.001))
        return filter
    }

    private func header(language: String) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        let id = mask.map { "ilk:" + $0.keyedDigest(user) } ?? user
        writer.field("format", Self.format)
        writer.field("user_id", id)
        writer.field("source", "ilk")
        writer.field("locale", language)
        if mask != nil { writer.field("anonymized", true) }
        writer.key("sessions")
        writer.beginArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
