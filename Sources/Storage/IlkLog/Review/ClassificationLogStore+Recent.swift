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
        try await recentCorrections(unlessAt: nil) ?? RecentCorrections()
    }

    /// Returns the corrections that are in effect, or `nil` if the corrections have not changed since an
    /// earlier call. A mark identifies one state of the corrections. The result contains the mark of the
    /// current state, for the next call.
    ///
    /// Long-running programs call this function to notice changes by other programs. If nothing has changed,
    /// a call costs no more than counting the corrections.
    ///
    /// - Parameter mark: The mark of the previous result, or `nil` for the first call.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    public func recentCorrections(unlessAt mark: RecentCorrections.Mark?) async throws -> RecentCorrections? {
        let identifier = identifier
        return try await store.read { database in
            let now = RecentCorrections.Mark(
                last: try String.fetchOne(
                    database, sql: "SELECT id FROM classificationCorrection ORDER BY rowid DESC LIMIT 1"),
                count: try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationCorrection") ?? 0,
                leftOut: try Self.leftOut(in: database))
            guard now != mark else { return nil }
            return RecentCorrections(
                log: identifier, mark: now, labels: try Self.categories(in: database),
                texts: now.count == 0 ? [] : try Self.recentTexts(in: database))
        }
    }

    private static func recentTexts(in database: Database) throws -> [RecentCorrections.Text] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT CAST(l.text AS BLOB) AS text, t.digest, c.category, c.logId, c.timestamp,
                    (SELECT labels FROM classificationCorrectionLabels WHERE correctionId = c.id) AS labels
                FROM (
                    SELECT * FROM classificationCorrection c WHERE \(isHeard("c"))
                    ORDER BY c.timestamp DESC, c.id DESC LIMIT ?
                ) c
                JOIN classificationCorrectionText t ON t.logId = c.logId
                JOIN classificationLog l ON l.id = c.logId
                WHERE length(CAST(l.text AS BLOB)) <= ?
                ORDER BY c.timestamp DESC, c.id DESC
                """, arguments: [RecentCorrections.mostTexts, NearlyEqualTexts.longestText])
        var texts: [RecentCorrections.Text] = []
        var seen: Set<ContentDigest> = []
        while let row = try rows.next() {
            guard let digest = ContentDigest(bytes: try row.decode(Data.self, forColumn: "digest")),
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
