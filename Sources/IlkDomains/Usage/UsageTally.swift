import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

/// Keeps the counts of events that are written by the thousand: what the triggers would keep, with a statement for each day and
/// symbol in place of some for each event.
///
/// Belongs to one transaction. The triggers rest until ``finish()``: events that are written meanwhile are to be given to
/// ``count(_:)``.
final class UsageTally {
    /// While it stands among the marks, the triggers that count rest.
    static let mark = "countsAtOnce"

    private struct Day: Hashable {
        let kind: Int64
        let day: Int64
        let term: Int64
        let device: Int64
        let caregiver: Int64
    }

    private struct DayCount {
        var events: Int64 = 0
        var symbols: Int64 = 0
        var time: Int64 = 0
    }

    private struct Session {
        let device: RecordID
        var first: Int64
        var zone: Int64
        var last: Int64
        var taps: Int64 = 0
        var phrases: Int64 = 0
        var longest: Int64 = 0
    }

    private struct SessionSymbol: Hashable {
        let session: RecordID
        let term: Int64
    }

    private let database: Database
    private let find: RawStatement
    private let add: RawStatement
    private var terms: [ExactText: Int64] = [:]
    private var keys: [RecordID: Int64] = [:]
    private var days: [Day: DayCount] = [:]
    private var sessions: [RecordID: Session] = [:]
    private var symbols: [SessionSymbol: Int64] = [:]

    init(_ database: Database) throws {
        self.database = database
        find = try RawStatement("SELECT number FROM usageTerm WHERE term = ?", on: database)
        add = try RawStatement("INSERT INTO usageTerm (term) VALUES (?) RETURNING number", on: database)
        try UsageStore.setMark(Self.mark, to: "1", in: database)
    }

    /// Counts an event that was written.
    func count(_ event: UsageEvent) throws {
        let term = try number(of: event.tap?.symbolID ?? event.phrase?.phrase ?? "")
        let day = Day(
            kind: event.tap == nil ? 1 : 0, day: Int64(event.time.day.number), term: term,
            device: try number(of: event.deviceID),
            caregiver: try event.caregiverProfileID.map { try number(of: $0) } ?? 0)
        let length = (event.phrase?.finalPhraseLength).map(Int64.init)
        var count = days[day] ?? DayCount()
        count.events += 1
        count.symbols += length ?? 1
        count.time += Int64(event.phrase?.constructionTime ?? 0)
        days[day] = count
        note(event, length)
        if event.tap != nil {
            symbols[SessionSymbol(session: event.sessionID, term: term), default: 0] += 1
        }
    }

    private func note(_ event: UsageEvent, _ length: Int64?) {
        let time = event.time.milliseconds
        var session =
            sessions[event.sessionID]
            ?? Session(device: event.deviceID, first: time, zone: Int64(event.time.zone), last: time)
        if time < session.first { session.zone = Int64(event.time.zone) }
        session.first = min(session.first, time)
        session.last = max(session.last, time)
        if event.tap == nil { session.phrases += 1 } else { session.taps += 1 }
        session.longest = max(session.longest, length ?? 0)
        sessions[event.sessionID] = session
    }

    /// Writes the counts, and has the triggers count again.
    func finish() throws {
        try writeDays()
        try writeSessions()
        try writeSymbols()
        (days, sessions, symbols) = ([:], [:], [:])
        try UsageStore.setMark(Self.mark, to: nil, in: database)
    }

    // MARK: Rows

    private func writeDays() throws {
        let row = try RawStatement(
            """
            INSERT INTO usageDay VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                events = events + excluded.events, symbols = symbols + excluded.symbols, time = time + excluded.time
            """, on: database)
        for (day, count) in days {
            let values = [
                day.kind, day.day, day.term, day.device, day.caregiver, count.events, count.symbols,
                count.time,
            ]
            for (index, value) in values.enumerated() { row.bind(value, at: Int32(index + 1)) }
            try row.run()
        }
    }

    private func writeSessions() throws {
        let row = try RawStatement(UsageSchema.sessionUpsert("?, ?, ?, ?, ?, ?, ?, ?"), on: database)
        for (key, session) in sessions {
            row.bind(key, at: 1)
            row.bind(session.device, at: 2)
            let values = [
                session.first, session.zone, session.last, session.taps, session.phrases, session.longest,
            ]
            for (index, value) in values.enumerated() { row.bind(value, at: Int32(index + 3)) }
            try row.run()
        }
    }

    private func writeSymbols() throws {
        let row = try RawStatement(
            """
            INSERT INTO usageSessionSymbol VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET taps = taps + excluded.taps
            """, on: database)
        for (symbol, taps) in symbols {
            row.bind(symbol.session, at: 1)
            row.bind(symbol.term, at: 2)
            row.bind(taps, at: 3)
            try row.run()
        }
    }

    // MARK: Terms

    private func number(of text: String) throws -> Int64 {
        let exact = ExactText(text: text)
        if let known = terms[exact] { return known }
        let number = try lookUp(text)
        terms[exact] = number
        return number
    }

    /// A device or a caregiver, as the hexadecimal digits of its key.
    private func number(of key: RecordID) throws -> Int64 {
        if let known = keys[key] { return known }
        let number = try lookUp(key.description.filter { $0 != "-" })
        keys[key] = number
        return number
    }

    private func lookUp(_ term: String) throws -> Int64 {
        find.bind(term, at: 1)
        if let number = try find.run() { return number }
        add.bind(term, at: 1)
        guard let number = try add.run() else { throw GRDB.DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return number
    }
}

/// A text by its bytes: two that look the same and are written otherwise are two, as they are to SQLite.
private struct ExactText: Hashable {
    let text: String

    static func == (lhs: ExactText, rhs: ExactText) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

    func hash(into hasher: inout Hasher) {
        let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
}

extension RawStatement {
    /// Binds a key as its 16 bytes.
    func bind(_ id: RecordID, at index: Int32) {
        withUnsafeBytes(of: id.uuid.uuid) { bind(blob: $0, at: index) }
    }
}
