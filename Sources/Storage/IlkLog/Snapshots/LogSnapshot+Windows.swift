import FoundationEssentials
import GRDB
import IlkVocabulary

extension LogSnapshot {
    /// Returns time windows of equal length, newest first, counted back from the newest entry. Empty windows
    /// are omitted.
    ///
    /// - Parameters:
    ///   - length: The length of a window in seconds.
    ///   - count: The maximum number of windows.
    ///   - texts: The maximum number of texts to read per window.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, and `DatabaseError`.
    public func windows(length: Double, count: Int, texts: Int) throws -> [LogWindow] {
        guard let newest = try Double.fetchOne(database, sql: "SELECT max(timestamp) FROM classificationLog")
        else { return [] }
        return try (0..<max(0, count)).compactMap { place in
            let end = newest - Double(place) * length
            let window = try window(from: end - length, to: end, texts: texts)
            return window.labels.isEmpty ? nil : window
        }
    }

    /// Returns the window from `start`, exclusive, to `end`, inclusive.
    private func window(from start: Double, to end: Double, texts limit: Int) throws -> LogWindow {
        var window = LogWindow(start: start, end: end, labels: [:], withVerdict: 0, abstained: 0, texts: [])
        let counts = try Row.fetchAll(
            database,
            sql: """
                SELECT category, count(*) FROM classificationLog WHERE timestamp > ? AND timestamp <= ?
                GROUP BY category
                """, arguments: [start, end])
        for row in counts {
            let category: String = row[0]
            let entries: Int = row[1]
            window.labels[Category(category)] = entries
        }
        window.withVerdict =
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM classificationLog l JOIN classificationVerdict v ON v.logId = l.id
                    WHERE l.timestamp > ? AND l.timestamp <= ?
                    """, arguments: [start, end]) ?? 0
        window.abstained =
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM classificationVerdict
                    WHERE abstention IS NOT NULL AND timestamp > ? AND timestamp <= ?
                    """, arguments: [start, end]) ?? 0
        window.texts = try Row.fetchAll(
            database,
            sql: """
                SELECT CAST(l.text AS BLOB) AS text, l.id, \(EntryChecksum.isSound) AS is_sound
                FROM classificationLog l \(EntryChecksum.joins) WHERE l.timestamp > ? AND l.timestamp <= ?
                ORDER BY l.timestamp DESC, l.id DESC LIMIT ?
                """, arguments: [start, end, limit]
        ).map { row in
            try EntryChecksum.check(row)
            return String(decoding: try row.decode(Data.self, forColumn: "text"), as: UTF8.self)
        }
        return window
    }
}
