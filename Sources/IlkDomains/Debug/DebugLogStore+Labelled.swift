import GRDB
import IlkDebug
import IlkStore
public import IlkVocabulary

extension DebugLogStore {
    /// Texts of entries with the level that their sender gave them, oldest first: what the severity taxonomy is trained on.
    ///
    /// Of each level the last that came count, and of those with one template a few: what is said ten thousand times a day
    /// says the same each time. What the pipeline only suggested is not among them.
    ///
    /// - Parameters:
    ///   - most: How many of each level are looked at.
    ///   - alike: How many of one template count.
    /// - Throws: `StoreError`.
    public func labelledTexts(most: Int = 20_000, alike: Int = 3) async throws -> [LabelledText] {
        try await store.read { database in
            var found: [(row: Int64, text: LabelledText)] = []
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
                    """, [DebugQuerySQL.anyOf(kinds.map(DebugMarks.kind)), most], in: database)
                var seen: [String: Int] = [:]
                for record in records {
                    let template = DebugTemplateText.of(record.entry)
                    guard seen[template, default: 0] < alike else { continue }
                    seen[template, default: 0] += 1
                    found.append(
                        (
                            record.row,
                            LabelledText(text: record.entry.text, category: level.category, source: "debug")
                        ))
                }
            }
            return found.sorted { $0.row < $1.row }.map(\.text)
        }
    }
}
