public import Foundation
public import GRDB
import IlkStore

/// One logged classification: a row of `classificationLog`.
public struct ClassificationLog: Codable, Sendable, Hashable {
    /// The key, of version 7: it sorts by the time of logging.
    public var id: UUID
    /// The whole text that was classified.
    public var text: String
    /// The category; of an abstained verdict the one that was ahead.
    public var category: String
    /// When the text was classified; stored as seconds since 1970-01-01T00:00:00Z.
    public var timestamp: Date
    /// The length of `text` in Unicode scalars, 1 and up.
    public var textLength: Int
    /// What was measured of the text, as a JSON object of names and numbers; nil when nothing was.
    public var extractedFeatures: String?

    /// A row of these parts.
    public init(
        id: UUID, text: String, category: String, timestamp: Date, textLength: Int,
        extractedFeatures: String? = nil
    ) {
        self.id = id
        self.text = text
        self.category = category
        self.timestamp = timestamp
        self.textLength = textLength
        self.extractedFeatures = extractedFeatures
    }
}

extension ClassificationLog: FetchableRecord {
    /// Reads a row. A text that holds NUL is whole when the row is read from a statement, as `fetchAll` and
    /// `fetchCursor` of the record do; a copied `Row` has it only up to the NUL.
    ///
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)`` when the store's own query says that it is not what was written.
    public init(row: Row) throws {
        try EntryChecksum.check(row)
        id = try row.decode(UUID.self, forColumn: "id")
        // GRDB reads text as a C string, which ends at NUL; bytes it reads by their length.
        text = String(decoding: try row.decode(Data.self, forColumn: "text"), as: UTF8.self)
        category = try row.decode(String.self, forColumn: "category")
        timestamp = Date(timeIntervalSince1970: try row.decode(Double.self, forColumn: "timestamp"))
        textLength = try row.decode(Int.self, forColumn: "textLength")
        extractedFeatures = try row.decode(String?.self, forColumn: "extractedFeatures")
    }
}

extension ClassificationLog: PersistableRecord {
    /// The contract's table.
    public static let databaseTableName = "classificationLog"

    /// Fills a row.
    public func encode(to container: inout PersistenceContainer) throws {
        container["id"] = id.uuidString
        container["text"] = text
        container["category"] = category
        container["timestamp"] = timestamp.timeIntervalSince1970
        container["textLength"] = textLength
        container["extractedFeatures"] = extractedFeatures
    }

    /// Inserts, and writes a text that holds NUL once more by its length: GRDB binds text as a C string.
    public func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
        _ = try insert()
        try restoreText(db)
    }

    /// Updates, and writes a text that holds NUL once more by its length.
    public func aroundUpdate(
        _ db: Database, columns: Set<String>, update: () throws -> PersistenceSuccess
    ) throws {
        _ = try update()
        if columns.contains("text") { try restoreText(db) }
    }

    private func restoreText(_ db: Database) throws {
        guard text.utf8.contains(0) else { return }
        let statement = try RawStatement("UPDATE classificationLog SET text = ? WHERE id = ?", on: db)
        try statement.run(text, id.uuidString)
    }
}
