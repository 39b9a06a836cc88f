import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

extension ClassificationLogStore {
    /// Returns the newest rows, newest first.
    ///
    /// - Parameter limit: The maximum number of rows. 0 and negative numbers return none.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    /// - Complexity: O(*k*) in the number of returned rows.
    public func fetchRecentLogs(limit: Int) async throws -> [ClassificationLog] {
        try await store.read { database in
            try ClassificationLog.fetchAll(
                database,
                sql: """
                    SELECT l.*, \(EntryChecksum.isSound) AS is_sound FROM classificationLog l \(EntryChecksum.joins)
                    ORDER BY l.timestamp DESC, l.id DESC LIMIT ?
                    """, arguments: [max(0, limit)])
        }
    }

    /// Returns a page of entries, newest first, with their verdicts and current corrections.
    ///
    /// The cost depends on the size of the page, not on its depth. Exception: if few entries match the filter
    /// (by model), the entries are scanned by timestamp.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries. 0 and negative numbers return none.
    ///   - before: The cursor of the last entry of the previous page, or `nil` for the first page.
    ///   - filter: The selection of entries.
    ///   - label: Selects only entries with this human label, alone or among others, or `nil` for all.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    public func entries(
        newest limit: Int, before: PageCursor? = nil, matching filter: LogFilter = LogFilter(),
        correctedTo label: Category? = nil
    ) async throws -> [ClassificationLogEntry] {
        var (conditions, arguments) = filter.conditions()
        let isByDoubt = filter.abstainedOnly && filter.category == nil && label == nil
        let (time, id) = isByDoubt ? ("v.timestamp", "v.logId") : ("l.timestamp", "l.id")
        if let before {
            conditions.append("(\(time), \(id)) < (?, ?)")
            arguments += [before.timestamp.timeIntervalSince1970, before.id.description]
        }
        if let label {
            let (sql, labels) = Self.correction(to: label)
            conditions.append(sql)
            arguments += labels
        }
        arguments += [max(0, limit)]
        let index = filter.category == nil ? "timestamp" : "categoryTime"
        let tables =
            isByDoubt
            ? "classificationVerdict v CROSS JOIN classificationLog l ON l.id = v.logId"
            : """
            classificationLog l \(label == nil ? "INDEXED BY idx_classificationLog_\(index)" : "")
                LEFT JOIN classificationVerdict v ON v.logId = l.id
            """
        let sql = """
            \(Self.columns) FROM \(tables) \(Self.joins)
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            ORDER BY \(time) DESC, \(id) DESC LIMIT ?
            """
        let fixed = arguments
        return try await store.read {
            try ClassificationLogEntry.fetchAll($0.cachedStatement(sql: sql), arguments: fixed)
        }
    }

    /// Returns the referenced entry.
    ///
    /// - Parameter reference: The reference.
    /// - Throws: ``RecordStoreError/noSuchEntry(reference:)``,
    ///   ``RecordStoreError/ambiguousReference(_:count:)``, ``ClassificationLogError/damagedEntry(id:)`` or
    ///   `StoreError`.
    /// - Complexity: O(log *n*) in the number of entries for an id, O(*n*) for a suffix, O(*k*) for the
    ///   *k*-th newest.
    public func entry(_ reference: RecordReference) async throws -> ClassificationLogEntry {
        try await store.read { try Self.entry(reference, in: $0) }
    }

    /// Returns the id of the referenced entry. The entry is not read, so this works for damaged entries too.
    ///
    /// - Parameter reference: The reference. A complete id is returned without checking that the entry
    ///   exists.
    /// - Throws: ``RecordStoreError/noSuchEntry(reference:)``,
    ///   ``RecordStoreError/ambiguousReference(_:count:)`` or `StoreError`.
    public func id(of reference: RecordReference) async throws -> RecordID {
        let id = try await store.read { try Self.id(of: reference, in: $0) }
        guard let id = RecordID(id) else { throw RecordStoreError.malformedReference(id) }
        return id
    }

    /// Returns the number of entries, from the stored counts.
    ///
    /// - Throws: `StoreError`.
    public func count() async throws -> Int {
        try await store.read { database in
            try Int.fetchOne(database, sql: "SELECT ifnull(sum(entries), 0) FROM (\(Self.counts))") ?? 0
        }
    }

    /// Returns all corrections of an entry, oldest first.
    ///
    /// - Parameter id: The id of the entry.
    /// - Throws: `StoreError`.
    /// - Complexity: O(log *n* + *k*) for *n* corrections of the log and *k* of the entry.
    public func history(of id: RecordID) async throws -> [ClassificationCorrection] {
        try await store.read { try ClassificationCorrection.all(of: id.description, in: $0) }
    }
}

extension ClassificationLogStore {
    static func entry(_ reference: RecordReference, in database: Database) throws -> ClassificationLogEntry {
        let id = try id(of: reference, in: database)
        let statement = try database.cachedStatement(
            sql: """
                \(columns) FROM classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id \(joins)
                WHERE l.id = ?
                """)
        let found = try ClassificationLogEntry.fetchOne(statement, arguments: [id])
        guard let found else { throw RecordStoreError.noSuchEntry(reference: reference.description) }
        return found
    }

    private static func id(of reference: RecordReference, in database: Database) throws -> String {
        if case .id(let id) = reference { return id.description }
        let (condition, arguments) = reference.condition(
            key: "id", isText: true, newest: "timestamp DESC, id DESC", limit: -1)
        return try reference.one(
            of: String.fetchAll(
                database, sql: "SELECT id FROM classificationLog WHERE \(condition)", arguments: arguments))
    }

    static let columns = """
        SELECT l.id, l.text, l.category, l.timestamp, l.textLength, l.extractedFeatures,
            v.timestamp AS verdict_timestamp, v.probability AS verdict_probability, v.margin AS verdict_margin,
            v.abstention AS verdict_abstention, v.scores AS verdict_scores, v.flags AS verdict_flags,
            p.classifier AS provenance_classifier, p.modelDigest AS provenance_modelDigest,
            p.ruleSetDigest AS provenance_ruleSetDigest, p.icuVersion AS provenance_icuVersion,
            \(ClassificationCorrection.columns),
            (SELECT kinds FROM classificationRedaction WHERE logId = l.id) AS redaction_kinds,
            (SELECT labels FROM classificationLabels WHERE logId = l.id) AS log_labels,
            \(EntryChecksum.isSound) AS is_sound
        """

    /// A query for the labels of all corrections, with a row for each label of a correction. A correction
    /// that says that no label applies has no row.
    static let correctionLabels = """
        SELECT n.id, n.logId, n.category AS label FROM classificationCorrection n
        WHERE NOT EXISTS (SELECT 1 FROM classificationCorrectionLabels WHERE correctionId = n.id)
        UNION ALL SELECT n.id, n.logId, e.value FROM classificationCorrectionLabels k
        CROSS JOIN classificationCorrection n ON n.id = k.correctionId CROSS JOIN json_each(k.labels) e
        """

    /// Returns a condition on ``joins`` for entries with the given human label, alone or among others. SQLite
    /// evaluates the condition with the corrections, without scanning the log.
    static func correction(to label: Category) -> (sql: String, arguments: StatementArguments) {
        (
            """
            l.id IN (SELECT logId FROM (\(correctionLabels)) WHERE label = ?)
                AND c.id IN (SELECT id FROM (\(correctionLabels)) WHERE label = ?) AND \(isHeard("c"))
            """, [label.rawValue, label.rawValue]
        )
    }

    static let joins = """
        LEFT JOIN classificationProvenance p ON p.id = v.provenance
        LEFT JOIN classificationCorrection c ON c.id = coalesce(
            (SELECT n.id FROM classificationCorrection n WHERE n.logId = l.id AND \(isHeard("n"))
                ORDER BY n.timestamp DESC, n.id DESC LIMIT 1),
            (SELECT id FROM classificationCorrection WHERE logId = l.id ORDER BY timestamp DESC, id DESC LIMIT 1))
        """
}
