import GRDB
import IlkDebug
public import IlkStore
public import IlkVocabulary

extension DebugLogStore: LabelingStore {
    /// The maximum number of entries to read for each level, in addition to the corrected entries.
    private static let maximumPerLevel = 20_000
    /// The maximum number of texts with the same level and template, not counting corrected entries.
    private static let mostAlike = 3

    /// Returns training data for the taxonomy `severity`: texts of entries, sorted by row. The label of a
    /// text is the corrected level or, without a correction, the sent level.
    ///
    /// All corrected entries are included. The other entries are taken from the newest 20,000 entries of each
    /// level. Repeated messages add no information, so at most three of these entries with the same level and
    /// template are included. Suggested levels are never used as labels.
    ///
    /// - Parameter taxonomy: The taxonomy `severity`. Entries have no labels of other taxonomies.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n* log *n*) in the number of entries read: the corrected entries and at most 20,000
    ///   entries of each level.
    public func labeledRecords(of taxonomy: Taxonomy = .severity) async throws -> [LabeledRecord] {
        guard taxonomy == .severity else { return [] }
        return try await store.read { database in
            let corrected = try Self.records(
                "\(Self.columns) \(Self.tables) WHERE e.row IN (SELECT row FROM debugSentLevel)", [],
                in: database)
            var found = corrected.compactMap { record in
                record.correction.map { Self.labeled(record, $0) }
            }
            for level in LogLevel.allCases {
                let kinds = try Int64.fetchAll(
                    database, sql: "SELECT id FROM debugKind WHERE level = ? ORDER BY id LIMIT ?",
                    arguments: [level.rawValue, DebugQuerySQL.maximumMarks])
                guard !kinds.isEmpty else { continue }
                let records = try Self.records(
                    """
                    \(Self.columns) FROM debugSearch s CROSS JOIN debugEntry e ON e.row = s.rowid
                    JOIN debugKind k ON k.id = e.kind LEFT JOIN debugSuggestion g ON g.row = e.row
                    WHERE s.debugSearch MATCH ? ORDER BY s.rowid DESC LIMIT ?
                    """, [DebugPatterns.anyOf(kinds.map(DebugMarks.kind)), Self.maximumPerLevel],
                    in: database)
                var seen: [String: Int] = [:]
                for record in records where record.correction == nil {
                    let template = DebugTemplateText.of(record.entry)
                    guard seen[template, default: 0] < Self.mostAlike else { continue }
                    seen[template, default: 0] += 1
                    found.append(Self.labeled(record, level))
                }
            }
            return found.sorted { $0.number < $1.number }
        }
    }

    private static func labeled(_ record: DebugRecord, _ level: LogLevel) -> LabeledRecord {
        let text = LabeledText(text: record.entry.text, category: level.category, source: "debug")
        return LabeledRecord(number: UInt64(record.row), text: text)
    }

    /// Returns `true` if the store still contains all given entries.
    ///
    /// - Parameter numbers: The numbers of records from ``labeledRecords(of:)``.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of records.
    public func containsAll(_ numbers: [UInt64]) async throws -> Bool {
        try await store.read { database in
            let statement = try database.cachedStatement(sql: "SELECT 1 FROM debugEntry WHERE row = ?")
            return try numbers.allSatisfy { number in
                try Int.fetchOne(statement, arguments: [Int64(truncatingIfNeeded: number)]) != nil
            }
        }
    }
}
