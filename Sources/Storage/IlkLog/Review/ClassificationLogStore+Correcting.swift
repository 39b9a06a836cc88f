import Foundation
import GRDB
public import IlkStore
public import IlkVocabulary

extension ClassificationLogStore {
    /// Adds a correction to an entry. The entry's earlier corrections are kept as history.
    ///
    /// - Parameters:
    ///   - reference: The entry, which is looked up in the same transaction.
    ///   - category: The human label. If it equals the logged label, it confirms that label.
    ///   - source: The origin of the correction.
    ///   - author: The author, whose corrections can later be ignored by name.
    /// - Returns: The entry with the correction.
    /// - Throws: ``ClassificationLogError/unknownCategory(_:known:)``, ``RecordStoreError`` for an unknown
    ///   entry, or `StoreError` (`busy` after five seconds).
    /// - Complexity: The same as ``entry(_:)``.
    @discardableResult
    public func correct(
        _ reference: RecordReference, to category: Category, source: CorrectionSource = .human,
        author: String? = nil
    ) async throws -> ClassificationLogEntry {
        try await correct(
            reference, to: [category], isMultilabel: false, source: source, author: author)
    }

    /// Adds a correction with one or more labels to an entry, like ``correct(_:to:source:author:)``.
    ///
    /// - Parameters:
    ///   - reference: The entry, which is looked up in the same transaction.
    ///   - labels: Exactly one human label. In a multi-label taxonomy, all labels of the text; the array may
    ///     be empty.
    ///   - isMultilabel: `true` if the taxonomy of the log is multi-label.
    ///   - source: The origin of the correction.
    ///   - author: The author, whose corrections can later be ignored by name.
    /// - Returns: The entry with the correction.
    /// - Throws: The same errors as ``correct(_:to:source:author:)``.
    /// - Complexity: The same as ``entry(_:)``.
    @discardableResult
    public func correct(
        _ reference: RecordReference, to labels: [Category], isMultilabel: Bool,
        source: CorrectionSource = .human, author: String? = nil
    ) async throws -> ClassificationLogEntry {
        let word = try correction(labels, isMultilabel: isMultilabel, source: source, author: author)
        return try await store.write { database in
            let entry = try Self.entry(reference, in: database)
            try Self.put(word, on: entry, in: database)
            return try Self.entry(.id(entry.id), in: database)
        }
    }

    /// Withdraws the corrections of an entry. The entry then counts as uncorrected, and its text is not used
    /// for training, until the next correction. The corrections are kept as history.
    ///
    /// - Parameters:
    ///   - reference: The entry, which is looked up in the same transaction. An entry without an effective
    ///     correction is unchanged.
    ///   - source: The origin of the withdrawal.
    ///   - author: The author. The withdrawal counts even if the author is ignored.
    /// - Returns: The entry before and after the withdrawal.
    /// - Throws: ``RecordStoreError`` for an unknown entry, or `StoreError` (`busy` after five seconds).
    @discardableResult
    public func withdrawCorrections(
        of reference: RecordReference, source: CorrectionSource = .human, author: String? = nil
    ) async throws -> (before: ClassificationLogEntry, after: ClassificationLogEntry) {
        let (id, seconds) = (ids.next(), ids.now.timeIntervalSince1970)
        return try await store.write { database in
            let entry = try Self.entry(reference, in: database)
            guard entry.isCorrected else { return (entry, entry) }
            let word = ClassificationCorrection(
                id: id, category: Category(entry.log.category), source: source, author: author,
                seconds: seconds, withdraws: true)
            try Self.put(word, on: entry, in: database)
            return (entry, try Self.entry(.id(entry.id), in: database))
        }
    }

    /// Returns a new correction. Without labels, its `category` is empty until ``put(_:on:in:)`` replaces it.
    ///
    /// - Throws: ``ClassificationLogError/unknownCategory(_:known:)``.
    func correction(
        _ labels: [Category], isMultilabel: Bool, source: CorrectionSource, author: String?
    ) throws -> ClassificationCorrection {
        precondition(isMultilabel || labels.count == 1, "one label")
        for category in labels where taxonomy.index(of: category) == nil {
            throw ClassificationLogError.unknownCategory(category, known: taxonomy.categories)
        }
        return ClassificationCorrection(
            id: ids.next(), category: labels.first ?? "", source: source, author: author,
            seconds: ids.now.timeIntervalSince1970, labels: isMultilabel ? labels : nil)
    }

    /// Inserts a new correction of an entry. Its source becomes `audit` if the entry is an audit sample, and
    /// its time becomes later than the times of the entry's other corrections.
    static func put(
        _ word: ClassificationCorrection, on entry: ClassificationLogEntry, in database: Database
    ) throws {
        var word = word
        word.source = try auditSource(word.source, of: entry, in: database)
        if word.labels?.isEmpty ?? false { word.category = Category(entry.log.category) }
        // A later correction gets a later timestamp, even if the clock stopped or stepped back.
        let last = try Double.fetchOne(
            database, sql: "SELECT max(timestamp) FROM classificationCorrection WHERE logId = ?",
            arguments: [entry.id.description])
        if let last { word.seconds = max(word.seconds, last + 0.001) }
        try put(word, on: entry.id.description, of: entry.log.text, in: database)
    }

    /// Inserts a correction of an entry with a given text, unless the correction is already stored.
    static func put(
        _ word: ClassificationCorrection, on entry: String, of text: String, in database: Database
    ) throws {
        try RawStatement(
            "INSERT INTO classificationCorrection VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            on: database
        ).run(
            word.id.description, entry, word.category.rawValue, word.source.rawValue, word.author,
            word.seconds)
        if database.changesCount > 0 {
            let id = word.id.description
            if word.withdraws {
                try database.execute(
                    sql: "INSERT INTO classificationWithdrawal VALUES (?)", arguments: [id])
            }
            if let labels = word.labels {
                try database.execute(
                    sql: "INSERT INTO classificationCorrectionLabels VALUES (?, ?)",
                    arguments: [id, try LabelListText.text(labels)])
            }
        }
        try EntryChecksum.keep(ofCorrection: word.id.description, in: database)
        try database.execute(
            sql: "INSERT OR IGNORE INTO classificationCorrectionText (logId, digest) VALUES (?, ?)",
            arguments: [entry, Data(ContentDigest(of: text).bytes)])
    }
}

// MARK: Ignored authors

extension ClassificationLogStore {
    /// Ignores, or stops ignoring, the corrections of authors or sources (`human`, `api`, `import`, `audit`).
    /// The labels of texts are then determined by the remaining corrections. No correction is deleted.
    ///
    /// - Parameters:
    ///   - silenced: The names of authors or sources to ignore.
    ///   - readmitted: The names of authors or sources to stop ignoring.
    /// - Throws: `StoreError`.
    public func ignore(_ silenced: [String], readmitting readmitted: [String] = []) async throws {
        guard !silenced.isEmpty || !readmitted.isEmpty else { return }
        try await store.write { database in
            for name in silenced where !name.isEmpty {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO classificationSilenced VALUES (?)", arguments: [name])
            }
            for name in readmitted {
                try database.execute(
                    sql: "DELETE FROM classificationSilenced WHERE name = ?", arguments: [name])
            }
        }
    }

    /// Returns the names of ignored authors and sources, sorted.
    ///
    /// - Throws: `StoreError`.
    public func leftOut() async throws -> [String] {
        try await store.read { try Self.leftOut(in: $0) }
    }

    /// Returns the names of all authors of corrections, including ignored authors, sorted.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of corrections.
    public func correctionAuthors() async throws -> [String] {
        try await store.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT author FROM classificationCorrection WHERE author IS NOT NULL ORDER BY author
                    """)
        }
    }

    static func leftOut(in database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT name FROM classificationSilenced ORDER BY name")
    }

    /// Returns the SQL condition that a correction is neither ignored nor withdrawn.
    static func isHeard(_ correction: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM classificationSilenced WHERE name = \(correction).source OR name = \(correction).author)
            AND NOT \(isWithdrawn(correction))
        """
    }

    /// Returns the SQL condition that a correction is a withdrawal, or is older than a withdrawal of the same
    /// entry.
    static func isWithdrawn(_ correction: String) -> String {
        // In most logs nothing is withdrawn. The first condition is evaluated once.
        """
        (EXISTS (SELECT 1 FROM classificationWithdrawal) AND EXISTS (
            SELECT 1 FROM classificationCorrection x CROSS JOIN classificationWithdrawal w ON w.correctionId = x.id
            WHERE x.logId = \(correction).logId
                AND (x.timestamp, x.id) >= (\(correction).timestamp, \(correction).id)))
        """
    }
}

extension ClassificationLogStore {
    /// Returns the corrected texts for retraining. Each text occurs once, with its current human label, in
    /// the order of the corrections that decide the labels. If several entries have the same text, only the
    /// entry with the latest correction is returned.
    ///
    /// The `source` of a text is the author of its correction or, without an author, the correction's source.
    /// Ignored corrections (``ignore(_:readmitting:)``) and withdrawn corrections are excluded.
    ///
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    /// - Complexity: O(*n* log *n*) in the number of corrections.
    public func correctedTexts() async throws -> [(id: RecordID, labeled: LabeledText)] {
        try await store.read { database in
            let silenced = Set(try Self.leftOut(in: database))
            // Of equal texts, the later correction wins and keeps its own position.
            var latest: [ContentDigest: (place: Int, word: CorrectedText)] = [:]
            for (place, word) in try LogSnapshot(database: database).correctedTexts().enumerated()
            where !word.isBy(silenced) {
                latest[word.digest] = (place, word)
            }
            return latest.values.sorted { $0.place < $1.place }.map { ($0.word.entry, $0.word.labeledText) }
        }
    }

    /// Returns the human labels of every corrected text, by the text's digest: one label, or any number in a
    /// multi-label taxonomy. For many lookups, call this method once.
    ///
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    /// - Complexity: O(*n* log *n*) in the number of corrections.
    public func correctedCategories() async throws -> [ContentDigest: [Category]] {
        try await store.read { try Self.categories(in: $0) }
    }

    static func categories(
        after row: Int64 = 0, in database: Database
    ) throws -> [ContentDigest: [Category]] {
        var categories: [ContentDigest: [Category]] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT t.digest, c.category, c.logId,
                    (SELECT labels FROM classificationCorrectionLabels WHERE correctionId = c.id) AS labels,
                    \(EntryChecksum.isCorrectionSound) AS is_correction_sound
                FROM classificationCorrection c
                JOIN classificationCorrectionText t ON t.logId = c.logId
                WHERE c.rowid > ? AND \(isHeard("c")) ORDER BY c.timestamp, c.id
                """, arguments: [row])
        while let row = try rows.next() {
            try EntryChecksum.check(row)
            guard let digest = ContentDigest(bytes: try row.decode(Data.self, forColumn: "digest")) else {
                continue
            }
            categories[digest] =
                try row.text("labels").map(LabelListText.labels)
                ?? [Category(try row.decode(String.self, forColumn: "category"))]
        }
        return categories
    }
}
