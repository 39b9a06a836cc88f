public import Foundation
public import GRDB
import IlkStore

/// A logged classification: a row of `classificationLog`.
public struct ClassificationLog: Codable, Sendable, Hashable {
    /// The id, a UUID of version 7, which sorts by the time of logging.
    public var id: UUID
    /// The complete text that was classified.
    public var text: String
    /// The predicted label, or the most probable one if the classifier abstained.
    public var category: String
    /// The time of the classification, stored as seconds since 1970-01-01T00:00:00Z.
    public var timestamp: Date
    /// The length of `text` in Unicode scalars, at least 1.
    public var textLength: Int
    /// The features of the text, as a JSON object of names and numbers, or `nil` if none were extracted.
    public var extractedFeatures: String?
}

extension ClassificationLog: FetchableRecord {
    /// Reads a row. A text that contains NUL is read completely only from a row of a running statement, as in
    /// `ClassificationLog.fetchAll`. A `Row` copied from a statement, as in `Row.fetchAll`, contains the text
    /// only up to the NUL.
    ///
    /// - Parameter row: The row.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)`` if the row has the store's `is_sound` column
    ///   and its checksum does not match; errors of decoding.
    public init(row: Row) throws {
        try EntryChecksum.check(row)
        id = try row.decode(UUID.self, forColumn: "id")
        // GRDB reads text as a C string, which ends at NUL, but bytes by their length.
        text = String(decoding: try row.decode(Data.self, forColumn: "text"), as: UTF8.self)
        category = try row.decode(String.self, forColumn: "category")
        timestamp = Date(timeIntervalSince1970: try row.decode(Double.self, forColumn: "timestamp"))
        textLength = try row.decode(Int.self, forColumn: "textLength")
        extractedFeatures = try row.decode(String?.self, forColumn: "extractedFeatures")
    }
}

extension ClassificationLog: PersistableRecord {
    /// The name of the table.
    public static let databaseTableName = "classificationLog"

    /// Writes the columns of the row.
    public func encode(to container: inout PersistenceContainer) throws {
        container["id"] = id.uuidString
        container["text"] = text
        container["category"] = category
        container["timestamp"] = timestamp.timeIntervalSince1970
        container["textLength"] = textLength
        container["extractedFeatures"] = extractedFeatures
    }

    /// Inserts the row. If the text contains NUL, writes the complete text again afterwards, because GRDB
    /// binds text as a C string, which ends at NUL.
    public func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
        _ = try insert()
        try restoreText(db)
    }

    /// Updates the row. If the text contains NUL, writes the complete text again afterwards.
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
