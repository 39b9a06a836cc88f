import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// Functions for programs that repeatedly check a log for new corrections.
extension ClassificationLogStore {
    /// The first 16 hexadecimal digits of the digest of the log's path. They identify the log without
    /// revealing its path.
    public var identifier: String { Self.identifier(ofLog: store.location.path) }

    /// Returns the ``identifier`` of the log at a path.
    package static func identifier(ofLog path: String) -> String {
        String(ContentDigest(of: path).description.prefix(16))
    }

    /// Returns the corrections that are in effect.
    ///
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    /// - Complexity: O(*n* log *n*) in the number of corrections.
    public func recentCorrections() async throws -> RecentCorrections {
        try await recentCorrections(after: nil) ?? RecentCorrections()
    }

    /// Returns the corrections that are in effect, or `nil` if the corrections have not changed since an
    /// earlier call.
    ///
    /// Long-running programs call this function to notice changes by other programs. If nothing has changed,
    /// a call costs no more than counting the corrections.
    ///
    /// - Parameter previous: The result of the earlier call, or `nil` for the first call.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    /// - Complexity: O(*m* + *n*) for *m* new corrections and copies of *n* known ones. If corrections were
    ///   withdrawn, ignored, erased or received from another device, O(*n* log *n*).
    public func recentCorrections(after previous: RecentCorrections?) async throws -> RecentCorrections? {
        let identifier = identifier
        return try await store.read { database in
            let last = try Row.fetchOne(
                database, sql: "SELECT rowid, id FROM classificationCorrection ORDER BY rowid DESC LIMIT 1")
            let now = RecentCorrections.Mark(
                last: last?["id"], row: last?["rowid"] ?? 0,
                count: try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationCorrection") ?? 0,
                leftOut: try Self.leftOut(in: database))
            guard now != previous?.mark else { return nil }
            var recent = RecentCorrections(log: identifier, mark: now)
            var known: Int64 = 0
            if let previous, previous.log == identifier,
                try Self.hasOnlyGrown(since: previous, to: now, in: database)
            {
                (recent, known) = (previous, previous.mark?.row ?? 0)
                recent.mark = now
            }
            recent.newest = try Double.fetchOne(
                database, sql: "SELECT max(timestamp) FROM classificationCorrection WHERE rowid > ?",
                arguments: [known])
            recent.labels.merge(try Self.categories(after: known, in: database)) { $1 }
            recent.add(try Self.recentTexts(after: known, in: database))
            return recent
        }
    }

    /// Returns `true` if all changes since an earlier state are new corrections that are later than all
    /// others.
    private static func hasOnlyGrown(
        since previous: RecentCorrections, to now: RecentCorrections.Mark, in database: Database
    ) throws -> Bool {
        guard let old = previous.mark, let newest = previous.newest, old.leftOut == now.leftOut else {
            return false
        }
        let isLastThere = try String.fetchOne(
            database, sql: "SELECT id FROM classificationCorrection WHERE rowid = ?", arguments: [old.row])
        let new = try Row.fetchOne(
            database,
            sql: """
                SELECT count(*) AS count, min(c.timestamp) AS first, count(w.correctionId) AS withdrawals
                FROM classificationCorrection c
                LEFT JOIN classificationWithdrawal w ON w.correctionId = c.id WHERE c.rowid > ?
                """, arguments: [old.row])
        guard isLastThere == old.last, let new else { return false }
        let (count, withdrawals): (Int, Int) = (new["count"], new["withdrawals"])
        let first: Double? = new["first"]
        return count == now.count - old.count && withdrawals == 0 && first ?? newest > newest
    }

    /// Returns the newest corrected texts, newest correction first.
    ///
    /// - Parameters:
    ///   - row: Only corrections with a larger row are read.
    ///   - database: The connection to read.
    private static func recentTexts(
        after row: Int64, in database: Database
    ) throws -> [RecentCorrections.Text] {
        // SQLite sorts the numbers of all corrections, but only reads the newest texts.
        let rows = try Int64.fetchCursor(
            database,
            sql: """
                SELECT c.rowid FROM classificationCorrection c WHERE c.rowid > ? AND \(isHeard("c"))
                ORDER BY c.timestamp DESC, c.id DESC
                """, arguments: [row])
        let text = try database.makeStatement(
            sql: """
                SELECT CAST(l.text AS BLOB) AS text, t.digest, c.category, c.logId, c.timestamp,
                    (SELECT labels FROM classificationCorrectionLabels WHERE correctionId = c.id) AS labels
                FROM classificationCorrection c
                JOIN classificationCorrectionText t ON t.logId = c.logId
                JOIN classificationLog l ON l.id = c.logId
                WHERE c.rowid = ? AND length(CAST(l.text AS BLOB)) <= \(NearlyEqualTexts.longestText)
                """)
        var texts: [RecentCorrections.Text] = []
        var seen: Set<ContentDigest> = []
        while texts.count < RecentCorrections.mostTexts, let number = try rows.next() {
            guard let row = try Row.fetchOne(text, arguments: [number]),
                let digest = ContentDigest(bytes: try row.decode(Data.self, forColumn: "digest")),
                seen.insert(digest).inserted
            else { continue }
            texts.append(
                RecentCorrections.Text(
                    entry: RecordID(uuid: try row.decode(UUID.self, forColumn: "logId")),
                    text: String(decoding: try row.decode(Data.self, forColumn: "text"), as: UTF8.self),
                    digest: digest,
                    labels: try row.text("labels").map(LabelListText.labels)
                        ?? [Category(try row.decode(String.self, forColumn: "category"))],
                    time: try row.decode(Double.self, forColumn: "timestamp")))
        }
        return texts
    }

    /// Returns the digests of all texts that have a correction, even if it is ignored or withdrawn.
    ///
    /// - Throws: `StoreError`.
    public func correctedDigests() async throws -> Set<ContentDigest> {
        let found = try await store.read { database in
            try Data.fetchAll(database, sql: "SELECT DISTINCT digest FROM classificationCorrectionText")
        }
        return Set(found.compactMap { ContentDigest(bytes: $0) })
    }
}
