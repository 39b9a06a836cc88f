import Foundation
import GRDB
import IlkStore

/// What went by a purge: adds up over its steps.
protocol PurgeReport: Sendable {
    /// A report of nothing.
    init()
    /// Adds what went by another step.
    static func += (sum: inout Self, more: Self)
}

/// Where nothing but records goes, their number says all.
extension Int: PurgeReport {}

extension Erasure {
    /// Begins to take out what a purge means. No other may be unfinished.
    ///
    /// - Throws: What SQLite throws.
    func begin(_ purge: some Encodable, in database: Database) throws {
        try begin(String(decoding: try JSONEncoder().encode(purge), as: UTF8.self), in: database)
    }

    /// Ends the purge that stands in the database; does nothing when there is none.
    ///
    /// - Parameters:
    ///   - store: Where.
    ///   - take: Takes the next rows, in a transaction of its own: what is meant, and the last row that was taken. It
    ///     returns the last one now, nil when there was none left, and what went.
    ///   - progress: Called after each step with what has gone. What it throws interrupts the purge.
    /// - Returns: What went now.
    /// - Throws: ``DomainError/purgeHeldUp(path:)`` when another program reads what was, `StoreError`.
    func finish<Purge: Decodable & Sendable, Report: PurgeReport>(
        in store: Store,
        taking take: @escaping @Sendable (Database, Purge, Int64) throws -> (last: Int64?, report: Report),
        progress: (Report) throws -> Void
    ) async throws -> Report {
        var sum = Report()
        let isDone = try await finish(in: store) { database, criteria, after in
            try take(database, try JSONDecoder().decode(Purge.self, from: Data(criteria.utf8)), after)
        } noting: { step in
            if let step { sum += step }
            try progress(sum)
        }
        guard isDone else { throw DomainError.purgeHeldUp(path: store.location.path) }
        return sum
    }
}
