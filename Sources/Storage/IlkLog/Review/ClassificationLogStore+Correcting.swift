import Foundation
import GRDB
public import IlkStore
public import IlkVocabulary

extension ClassificationLogStore {
    /// Adds a person's word on an entry. Earlier corrections stay as its history.
    ///
    /// - Parameters:
    ///   - reference: The entry; looked up in the same transaction.
    ///   - category: What the text is. The logged category itself is a correction too: it says 'this was right'.
    ///   - source: Where the word came from.
    ///   - author: Who gave it, so that one author's corrections can be unlearned by name.
    /// - Returns: The entry as it stands now.
    /// - Throws: ``RecordStoreError`` for an unknown category or entry, `StoreError` (`busy` after five seconds).
    @discardableResult
    public func correct(
        _ reference: RecordReference, to category: Category, source: CorrectionSource = .human,
        author: String? = nil
    ) async throws -> ClassificationLogEntry {
        guard taxonomy.index(of: category) != nil else {
            throw ClassificationLogError.unknownCategory(category, known: taxonomy.categories)
        }
        let id = ids.next()
        let now = ids.now.timeIntervalSince1970
        return try await store.write { database in
            let entry = try Self.entry(reference, in: database)
            // Later in order is later in time, even when the clock stood still or went back.
            let last = try Double.fetchOne(
                database, sql: "SELECT max(timestamp) FROM classificationCorrection WHERE logId = ?",
                arguments: [entry.id.description])
            let earlier = last.map { $0 + 0.001 } ?? now
            let word = ClassificationCorrection(
                id: id, category: category, source: try Self.auditSource(source, of: entry, in: database),
                author: author, seconds: max(now, earlier))
            try Self.put(word, on: entry.id.description, of: entry.log.text, in: database)
            return try Self.entry(.id(entry.id), in: database)
        }
    }

    /// Adds a word to an entry of a text, unless it is there.
    static func put(
        _ word: ClassificationCorrection, on entry: String, of text: String, in database: Database
    ) throws {
        try RawStatement(
            "INSERT INTO classificationCorrection VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            on: database
        ).run(
            word.id.description, entry, word.category.rawValue, word.source.rawValue, word.author,
            word.seconds)
        try EntryChecksum.keep(ofCorrection: word.id.description, in: database)
        try database.execute(
            sql: "INSERT OR IGNORE INTO classificationCorrectionText (logId, digest) VALUES (?, ?)",
            arguments: [entry, Data(ContentDigest(of: text).bytes)])
    }
}

// MARK: Whose words count

extension ClassificationLogStore {
    /// Leaves out, or hears again, what somebody says: an author by name, or a source (`human`, `api`, `import`, `audit`).
    /// From then on, or again, texts have the category that the others gave to them. Nothing is taken out of the log.
    ///
    /// - Parameters:
    ///   - silenced: Whose words are left out.
    ///   - heard: Whose words count again.
    /// - Throws: `StoreError`.
    public func leaveOut(_ silenced: [String], hearing heard: [String] = []) async throws {
        guard !silenced.isEmpty || !heard.isEmpty else { return }
        try await store.write { database in
            for name in silenced where !name.isEmpty {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO classificationSilenced VALUES (?)", arguments: [name])
            }
            for name in heard {
                try database.execute(
                    sql: "DELETE FROM classificationSilenced WHERE name = ?", arguments: [name])
            }
        }
    }

    /// Whose words are left out: names of authors, or sources; sorted.
    ///
    /// - Throws: `StoreError`.
    public func leftOut() async throws -> [String] {
        try await store.read { try Self.leftOut(in: $0) }
    }

    private static func leftOut(in database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT name FROM classificationSilenced ORDER BY name")
    }

    /// The condition that a word is of somebody whose words count.
    static func isHeard(_ correction: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM classificationSilenced WHERE name = \(correction).source OR name = \(correction).author)
        """
    }
}

extension ClassificationLogStore {
    /// What people said, for retraining: each text once, with its latest category, in the order of those words, and the entry
    /// that it stands in: of equal texts the one that was corrected last.
    ///
    /// The `source` of each is the author where there is one, else the correction's source. Words that are left out
    /// (``leaveOut(_:hearing:)``) are not among them, and count nowhere below.
    ///
    /// - Throws: `StoreError`.
    public func correctedTexts() async throws -> [(id: RecordID, labelled: LabelledText)] {
        try await store.read { database in
            let silenced = Set(try Self.leftOut(in: database))
            // Of equal texts the later word wins, and stands at its own place in the order.
            var latest: [ContentDigest: (place: Int, word: CorrectedText)] = [:]
            for (place, word) in try LogSnapshot(database: database).correctedTexts().enumerated()
            where !word.isBy(silenced) {
                latest[word.digest] = (place, word)
            }
            return latest.values.sorted { $0.place < $1.place }.map { ($0.word.entry, $0.word.labelled) }
        }
    }

    /// The category of every text that was corrected, by its digest: to be loaded once and asked often.
    ///
    /// - Throws: `StoreError`.
    public func correctedCategories() async throws -> [ContentDigest: Category] {
        try await store.read { try Self.categories(in: $0) }
    }

    private static func categories(in database: Database) throws -> [ContentDigest: Category] {
        var categories: [ContentDigest: Category] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT t.digest, c.category, c.logId, \(EntryChecksum.isCorrectionSound) AS is_correction_sound
                FROM classificationCorrectionText t
                JOIN classificationCorrection c ON c.logId = t.logId
                WHERE \(isHeard("c")) ORDER BY c.timestamp, c.id
                """)
        while let row = try rows.next() {
            try EntryChecksum.check(row)
            guard let digest = ContentDigest(bytes: try row.decode(Data.self, forColumn: "digest")) else {
                continue
            }
            categories[digest] = Category(try row.decode(String.self, forColumn: "category"))
        }
        return categories
    }
}

// MARK: Following what people say

extension ClassificationLogStore {
    /// What people's words were at one moment, without the words: another mark, other words.
    public struct CorrectionMark: Sendable, Hashable {
        /// The correction that was written last; nil when there is none.
        var last: String?
        /// How many corrections there are.
        var count: Int
        /// Whose words are left out.
        var leftOut: [String]
    }

    /// ``correctedCategories()`` and their mark, in one snapshot; nil when they are what they were at a mark. Costs a
    /// count of the corrections then: for a program that runs on while others correct, purge, and leave words out.
    ///
    /// - Parameter mark: That of the last time; nil for the first.
    /// - Throws: `StoreError`.
    public func correctedCategories(
        unlessAt mark: CorrectionMark?
    ) async throws -> (mark: CorrectionMark, categories: [ContentDigest: Category])? {
        try await store.read { database in
            let now = CorrectionMark(
                last: try String.fetchOne(
                    database, sql: "SELECT id FROM classificationCorrection ORDER BY rowid DESC LIMIT 1"),
                count: try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationCorrection") ?? 0,
                leftOut: try Self.leftOut(in: database))
            guard now != mark else { return nil }
            return (now, try Self.categories(in: database))
        }
    }
}
