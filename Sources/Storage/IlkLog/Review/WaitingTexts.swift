import FoundationEssentials
import GRDB
import IlkVocabulary

/// The newest uncorrected entries of a log, grouped by text, and the digests of the newest corrected texts.
struct WaitingTexts {
    struct Entry {
        var id: RecordID
        var exact: ContentDigest
        var margin: Double
    }

    /// The maximum number of uncorrected entries and the maximum number of corrected entries to compare.
    static let mostCompared = 32_768

    /// The uncorrected entries by the digest ``ReviewTextKeys/near`` of their texts, newest first.
    private(set) var entries: [ContentDigest: [Entry]] = [:]
    private var keys: [RecordID: ReviewTextKeys] = [:]
    /// The digests ``ReviewTextKeys/exact`` of corrected texts.
    private(set) var corrected: Set<ContentDigest> = []
    /// The digests ``ReviewTextKeys/near`` of corrected texts.
    private(set) var nearCorrected: Set<ContentDigest> = []

    init(_ database: Database) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT l.id, CAST(l.text AS BLOB), \(ReviewPool.margin)
                FROM classificationLog l CROSS JOIN classificationVerdict v ON v.logId = l.id
                WHERE \(ClassificationLogStore.uncorrected) ORDER BY l.rowid DESC LIMIT ?
                """, arguments: [Self.mostCompared])
        while let row = try rows.next() {
            let (name, margin) = (row[0] as String, row[2] as Double)
            guard let id = RecordID(name) else { continue }
            let found = ReviewTextKeys(Self.text(row, at: 1))
            keys[id] = found
            entries[found.near, default: []].append(
                Entry(id: id, exact: found.exact, margin: margin))
        }
        let texts = try Row.fetchCursor(
            database, sql: "SELECT CAST(l.text AS BLOB) \(Self.correctedRows)",
            arguments: [Self.mostCompared])
        while let row = try texts.next() {
            let found = ReviewTextKeys(Self.text(row, at: 0))
            corrected.insert(found.exact)
            nearCorrected.insert(found.near)
        }
    }

    private static let correctedRows = """
        FROM classificationCorrectionText t JOIN classificationLog l ON l.id = t.logId
        WHERE EXISTS (SELECT 1 FROM classificationCorrection c
            WHERE c.logId = t.logId AND NOT \(ClassificationLogStore.isWithdrawn("c")))
        ORDER BY l.rowid DESC LIMIT ?
        """

    private static func text(_ row: Row, at column: Int) -> String {
        String(decoding: (row[column] as Data?) ?? Data(), as: UTF8.self)
    }

    /// Returns the keys of an entry's text.
    func keys(of id: RecordID, in database: Database) throws -> ReviewTextKeys {
        if let known = keys[id] { return known }
        let row = try Row.fetchOne(
            database, sql: "SELECT CAST(text AS BLOB) FROM classificationLog WHERE id = ?",
            arguments: [id.description])
        return ReviewTextKeys(row.map { Self.text($0, at: 0) } ?? "")
    }

    /// Returns the pool for ``ReviewOrder/chosen(_:)``.
    ///
    /// - Parameter audits: The digests of texts to leave out.
    func pool(without audits: Set<ContentDigest>, in database: Database) throws -> ReviewPool {
        let nearest = entries.compactMap { near, entries -> (near: ContentDigest, entry: Entry)? in
            guard !nearCorrected.contains(near) else { return nil }
            let free = entries.filter { !audits.contains($0.exact) }
            return free.min { ($0.margin, $0.id) < ($1.margin, $1.id) }.map { (near, $0) }
        }
        let sample = nearest.sorted { $0.near < $1.near }.prefix(ReviewPool.maximumTexts)
        let beginning = "substr(CAST(l.text AS BLOB), 1, \(ReviewPool.bytes))"
        let statement = try database.cachedStatement(
            sql: "SELECT \(beginning) FROM classificationLog l WHERE l.id = ?")
        let texts = try sample.map(\.entry).sorted { $0.id < $1.id }.compactMap { entry in
            try Row.fetchOne(statement, arguments: [entry.id.description]).map {
                ReviewPool.Text(id: entry.id, text: Self.text($0, at: 0), margin: entry.margin)
            }
        }
        let words = try Row.fetchAll(
            database, sql: "SELECT \(beginning) \(Self.correctedRows)",
            arguments: [ReviewPool.maximumCorrected])
        return ReviewPool(texts: texts, corrected: words.map { Self.text($0, at: 0) })
    }
}
