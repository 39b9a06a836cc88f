import Foundation
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// Adds entries to the full-text index and to the counts, or removes entries from both. An instance must not
/// outlive its transaction.
final class DebugIndexer {
    private struct Facet: Hashable {
        var day: Int64
        var kind: Int64
    }
    private struct Amount {
        var entries: Int64 = 0
        var bytes: Int64 = 0
    }
    private struct Hour: Hashable {
        var template: Int64
        var hour: Int64
    }
    private struct Block {
        var earliest: Int64
        var latest: Int64
    }

    /// The maximum number of templates over the lifetime of the store. All entries with further templates
    /// share one count.
    static let mostTemplates: Int64 = 50_000

    private let database: Database
    private let sign: Int64
    private let index: RawStatement
    private let findPath: RawStatement
    private let insertPath: RawStatement
    private let insertBucket: RawStatement
    private let findTemplate: RawStatement
    private let insertTemplate: RawStatement
    private var paths: [String: Int64] = [:]
    private var pathUses: [Int64: Int64] = [:]
    private var buckets: Set<String> = []
    private var templates: [String: Int64] = [:]
    private var seen: [Int64: (first: Int64, last: Int64, row: Int64)] = [:]
    private var facets: [Facet: Amount] = [:]
    private var hours: [Hour: Int64] = [:]
    private var blocks: [Int64: Block] = [:]

    init(_ database: Database, isAdding: Bool) throws {
        self.database = database
        sign = isAdding ? 1 : -1
        index = try RawStatement(
            isAdding
                ? "INSERT INTO debugSearch (rowid, text, marks) VALUES (?, ?, ?)"
                : "INSERT INTO debugSearch (debugSearch, rowid, text, marks) VALUES ('delete', ?, ?, ?)",
            on: database)
        findPath = try RawStatement("SELECT id FROM debugPath WHERE path = ?", on: database)
        insertPath = try RawStatement(
            "INSERT INTO debugPath (path, entries) VALUES (?, 0) RETURNING id", on: database)
        insertBucket = try RawStatement("INSERT OR IGNORE INTO debugBucket VALUES (?, ?)", on: database)
        findTemplate = try RawStatement("SELECT id FROM debugTemplate WHERE text = ?", on: database)
        insertTemplate = try RawStatement(
            """
            INSERT INTO debugTemplate (text, firstSeen, lastSeen, lastRow, entries)
                VALUES (?1, ?2, ?2, ?3, 0) RETURNING id
            """, on: database)
    }

    /// Adds or removes the current row of a statement with ``DebugLogIndex/columns``. Returns the size of the
    /// entry's text in bytes.
    func process(_ select: RawStatement) throws -> Int {
        let (row, time, received) = (select.integer(0), select.integer(1), select.integer(2))
        let kind = select.integer(3)
        let (entry, size) = try entry(of: select)
        try index.run(row, IndexedForm.of(entry.text), try marks(of: select, entry.payload))
        let facet = Facet(day: DebugLogIndex.day(time), kind: kind)
        facets[facet, default: Amount()].entries += sign
        facets[facet, default: Amount()].bytes += sign * Int64(size)
        try count(DebugTemplateText.of(entry), received, row)
        let block = row >> DebugLogIndex.blockBits
        let known = blocks[block] ?? Block(earliest: time, latest: time)
        blocks[block] = Block(earliest: min(known.earliest, time), latest: max(known.latest, time))
        return size
    }

    /// Returns the indexed content of the current row: the words of the text, and the marks (see
    /// ``DebugMarks``).
    func form(of select: RawStatement) throws -> (text: String, marks: String) {
        let entry = try entry(of: select).entry
        return (IndexedForm.of(entry.text), try marks(of: select, entry.payload))
    }

    /// Indexes the words of a row again, in the form that the current version uses. Counts do not change.
    /// Only a migration calls this method.
    func fold(_ select: RawStatement, with folding: SearchIndexRefolding) throws {
        let entry = try entry(of: select).entry
        let marks = Array(try marks(of: select, entry.payload).utf8)
        try Array(entry.text.utf8).withUnsafeBytes { text in
            try folding.change(
                select.integer(0), from: [IndexedForm.withSpaces(text) { Array($0) }, marks],
                to: [IndexedForm.with(text) { Array($0) }, marks])
        }
    }

    /// Returns the indexed part of the entry in the current row, and the size of the entry's text in bytes.
    private func entry(of select: RawStatement) throws -> (entry: DebugLogEntry, size: Int) {
        let event = try select.text(6) ?? ""
        let json = try select.withBytes(7) { Array($0) }
        let payload = (try? DebugPayload(json: json)) ?? DebugPayload()  // Stored JSON is valid.
        let entry = DebugLogEntry(
            id: RecordID(high: 0, low: 0), nanoseconds: select.integer(1), source: .backend, event: event,
            payload: payload)
        return (entry, event.utf8.count + json.count)
    }

    /// Returns the marks of the current row, for its kind, device, session and numbers.
    private func marks(of select: RawStatement, _ payload: DebugPayload) throws -> String {
        var marks = DebugMarks.kind(select.integer(3))
        if let device = try id(select, 4) { marks += " " + DebugMarks.device(device) }
        if let session = try id(select, 5) { marks += " " + DebugMarks.session(session) }
        try markNumbers(of: payload, &marks)
        return marks
    }

    private func id(_ select: RawStatement, _ column: Int32) throws -> RecordID? {
        select.isNull(column) ? nil : try select.withBytes(column) { RecordID(bytes: $0) }
    }

    private func markNumbers(of payload: DebugPayload, _ marks: inout String) throws {
        let numbers = DebugMarks.numbers(of: payload)
        var hasMore = numbers.hasMore
        for (name, value) in numbers.found {
            guard let id = try path(name) else {
                hasMore = true
                continue
            }
            pathUses[id, default: 0] += sign
            let mark = DebugMarks.number(path: id, bucket: DebugMarks.bucket(value))
            marks += " " + mark
            guard sign > 0, buckets.insert(mark).inserted else { continue }
            try insertBucket.run(id, DebugMarks.bucket(value))
        }
        if hasMore { marks += " " + DebugMarks.more }
    }

    /// Returns the id of a path, or `nil` if the maximum number of paths is reached. Ids are never reused, so
    /// a path without an id never gets one later.
    private func path(_ path: String) throws -> Int64? {
        if let id = paths[path] { return id == 0 ? nil : id }
        var id = try findPath.run(path)
        if id == nil, sign > 0, try hasRoom("debugPath", below: DebugMarks.maximumPaths) {
            id = try insertPath.run(path)
        }
        paths[path] = id ?? 0
        return id
    }

    private func hasRoom(_ table: String, below most: Int64) throws -> Bool {
        let last = try Int64.fetchOne(
            database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
        return last ?? 0 < most
    }

    private func count(_ text: String, _ time: Int64, _ row: Int64) throws {
        let id = try templates[text] ?? template(text, time, row)
        templates[text] = id
        updateTimes(id, time, row)
    }

    /// Returns the id of a template. Returns 0 for a new template if the maximum number of templates is
    /// reached.
    private func template(_ text: String, _ time: Int64, _ row: Int64) throws -> Int64 {
        if let id = try findTemplate.run(text) { return id }
        if sign > 0, try hasRoom("debugTemplate", below: Self.mostTemplates),
            let id = try insertTemplate.run(text, time, row)
        {
            return id
        }
        try database.execute(
            sql: "INSERT OR IGNORE INTO debugTemplate VALUES (0, '', ?1, ?1, ?2, 0)", arguments: [time, row])
        return 0
    }

    private func updateTimes(_ id: Int64, _ time: Int64, _ row: Int64) {
        hours[Hour(template: id, hour: DebugLogIndex.hour(time)), default: 0] += sign
        let known = seen[id] ?? (time, time, row)
        seen[id] = (min(known.first, time), max(known.last, time), max(known.row, row))
    }

    /// Writes the counts with raw statements, because GRDB terminates the process if memory is exhausted.
    func finish() throws { try finish(keepingKinds: false) }

    /// - Parameter keepingKinds: `true` to keep the rows of `debugKind` that no entry refers to.
    func finish(keepingKinds: Bool) throws {
        for (facet, amount) in facets {
            try RawStatement(
                """
                INSERT INTO debugFacet VALUES (?1, ?2, max(?3, 0), max(?4, 0)) ON CONFLICT DO UPDATE
                SET entries = max(0, entries + ?3), bytes = max(0, bytes + ?4)
                """, on: database
            ).run(facet.day, facet.kind, amount.entries, amount.bytes)
        }
        for (hour, count) in hours {
            try RawStatement(
                """
                INSERT INTO debugTemplateHour VALUES (?1, ?2, max(?3, 0))
                ON CONFLICT DO UPDATE SET entries = max(0, entries + ?3)
                """, on: database
            ).run(hour.template, hour.hour, count)
            try RawStatement(
                "UPDATE debugTemplate SET entries = max(0, entries + ?2) WHERE id = ?1", on: database
            ).run(hour.template, count)
        }
        for (path, count) in pathUses {
            try RawStatement(
                "UPDATE debugPath SET entries = max(0, entries + ?2) WHERE id = ?1", on: database
            ).run(path, count)
        }
        if sign > 0 { try updateTimes() } else { try deleteUnused(keepingKinds) }
    }

    private func updateTimes() throws {
        for (id, times) in seen {
            try RawStatement(
                """
                UPDATE debugTemplate SET firstSeen = min(firstSeen, ?2), lastSeen = max(lastSeen, ?3),
                    lastRow = max(lastRow, ?4) WHERE id = ?1
                """, on: database
            ).run(id, times.first, times.last, times.row)
        }
        for (number, block) in blocks {
            try RawStatement(
                """
                INSERT INTO debugBlock VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE
                SET earliest = min(earliest, ?2), latest = max(latest, ?3)
                """, on: database
            ).run(number, block.earliest, block.latest)
        }
    }

    /// Deletes templates, paths and kinds without entries, because they may contain text of purged entries.
    private func deleteUnused(_ keepingKinds: Bool) throws {
        for table in ["debugFacet", "debugTemplateHour", "debugTemplate", "debugPath"] {
            try RawStatement("DELETE FROM \(table) WHERE entries = 0", on: database).run()
        }
        for kind in keepingKinds ? [] : Set(facets.keys.map(\.kind)) {
            try RawStatement(
                """
                DELETE FROM debugKind WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM debugFacet WHERE kind = ?1)
                    AND NOT EXISTS (SELECT 1 FROM debugEntry
                        WHERE row > (SELECT lastRow FROM debugIndexed) AND kind = ?1)
                """, on: database
            ).run(kind)
        }
    }
}
