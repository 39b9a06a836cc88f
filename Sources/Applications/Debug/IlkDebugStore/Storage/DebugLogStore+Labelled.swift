import GRDB
import IlkDebug
public import IlkStore
import IlkVocabulary

extension DebugLogStore: LabellingStore {
    /// The most entries of each level that are read.
    private static let mostOfLevel = 20_000
    /// The most entries of one template that count.
    private static let mostAlike = 3

    /// Texts of entries with the level that their sender gave them, oldest first: what the severity taxonomy is trained on. Each
    /// has its row as its number.
    ///
    /// Of each level the last that came count, and of those with one template a few: what is said ten thousand times a day
    /// says the same each time. What the pipeline only suggested is not among them.
    ///
    /// - Throws: `StoreError`.
    public func labelledRecords() async throws -> [LabelledRecord] {
        try await store.read { database in
            var found: [LabelledRecord] = []
            for level in LogLevel.allCases {
                let kinds = try Int64.fetchAll(
                    database, sql: "SELECT id FROM debugKind WHERE level = ? ORDER BY id LIMIT ?",
                    arguments: [level.rawValue, DebugQuerySQL.mostMarks])
                guard !kinds.isEmpty else { continue }
                let records = try Self.records(
                    """
                    \(Self.columns) FROM debugSearch s CROSS JOIN debugEntry e ON e.row = s.rowid
                    JOIN debugKind k ON k.id = e.kind LEFT JOIN debugSuggestion g ON g.row = e.row
                    WHERE s.debugSearch MATCH ? ORDER BY s.rowid DESC LIMIT ?
                    """, [DebugPatterns.anyOf(kinds.map(DebugMarks.kind)), Self.mostOfLevel],
                    in: database)
                var seen: [String: Int] = [:]
                for record in records {
                    let template = DebugTemplateText.of(record.entry)
                    guard seen[template, default: 0] < Self.mostAlike else { continue }
                    seen[template, default: 0] += 1
                    let text = LabelledText(
                        text: record.entry.text, category: level.category, source: "debug")
                    found.append(LabelledRecord(number: UInt64(record.row), text: text))
                }
            }
            return found.sorted { $0.number < $1.number }
        }
    }

    /// Returns `true` if the rows of ``labelledRecords()`` are all still there.
    ///
    /// - Throws: `StoreError`.
    public func holds(_ numbers: [UInt64]) async throws -> Bool {
        try await store.read { database in
            let statement = try database.cachedStatement(sql: "SELECT 1 FROM debugEntry WHERE row = ?")
            return try numbers.allSatisfy { number in
                try Int.fetchOne(statement, arguments: [Int64(truncatingIfNeeded: number)]) != nil
            }
        }
    }
}
