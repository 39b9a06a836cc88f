public import Foundation
import GRDB
import IlkStore

extension ClassificationLogStore {
    /// The log's standing rules of what is not kept, in the order in which they were made. Each file has its own.
    ///
    /// - Throws: `StoreError`.
    public func retention() async throws -> [LogRetention] {
        try await store.read { database in
            try String.fetchAll(database, sql: "SELECT criteria FROM classificationRetention ORDER BY place")
                .map { try JSONDecoder().decode(LogRetention.self, from: Data($0.utf8)) }
        }
    }

    /// Puts rules in the place of those that the log had. Nothing goes before they are applied.
    ///
    /// - Throws: `StoreError`.
    public func setRetention(_ rules: [LogRetention]) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let criteria = try rules.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try await store.write { database in
            try database.execute(sql: "DELETE FROM classificationRetention")
            for (place, rule) in criteria.enumerated() {
                try database.execute(
                    sql: "INSERT INTO classificationRetention VALUES (?, ?)", arguments: [place, rule])
            }
        }
    }

    /// Purges what the log's rules do not keep, one rule after the other, and ends a purge that was interrupted.
    ///
    /// - Parameters:
    ///   - now: The moment that ages are counted back from.
    ///   - progress: As for ``purge(_:progress:before:)``.
    ///   - before: As there, before the rows of each rule go.
    /// - Returns: What went by all of them.
    /// - Throws: As ``purge(_:progress:before:)``.
    @discardableResult
    public func applyRetention(
        now: Date, progress: (LogPurge.Report) throws -> Void = { _ in }, before: () async throws -> Void = {}
    ) async throws -> LogPurge.Report {
        var report = try await finishPurge(progress: progress, before: before)
        for rule in try await retention() {
            let purge = rule.purge(now: now)
            // A purge cleans the whole file at its end: not where nothing goes.
            guard try await preview(of: purge).isEmpty == false else { continue }
            report += try await self.purge(purge, progress: progress, before: before)
        }
        return report
    }
}
