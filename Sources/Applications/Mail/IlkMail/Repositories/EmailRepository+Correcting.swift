import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

extension EmailRepository {
    /// The name of the taxonomy of models that predict mail folders.
    public static let folderTaxonomy = "folders"

    /// Adds a correction to a message. The correction overrides the label that was predicted in the same
    /// taxonomy. A correction without a label withdraws earlier corrections. Corrections never change, and
    /// are deleted with the message.
    ///
    /// - Parameters:
    ///   - email: The message, identified by its account and its key.
    ///   - correction: The correction.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the message or its
    ///   account does not exist.
    public func correct(_ email: Email, by correction: RecordCorrection) async throws {
        try await base.save { database in
            let account = try AccountRepository.row(of: email.accountId, in: database)
            guard let row = try EmailWriter(database).row(of: email.gmailId, account: account) else {
                throw DatabaseError.notFound("message \(email.gmailId)")
            }
            try MailSchema.corrections.insert(correction, of: row, in: database)
        }
    }
}

extension EmailRepository {
    /// Adds the corrections from an export to the stored messages that lack these corrections. The correction
    /// with the latest time overrides the others.
    ///
    /// - Parameter messages: The messages of the export, with their corrections.
    /// - Returns: The number of messages that got a correction, and the number of messages that the store
    ///   does not contain.
    /// - Throws: ``DatabaseError/saveFailed(_:)``.
    public func merge(_ messages: [MessageCorrections]) async throws -> (changed: Int, missing: Int) {
        try await base.save { database in
            let writer = try EmailWriter(database)
            var (changed, missing) = (0, 0)
            for message in messages {
                let account = try Int64.fetchOne(
                    database, sql: "SELECT row FROM account WHERE email = ?", arguments: [message.account])
                guard let account, let row = try writer.row(of: message.id, account: account) else {
                    missing += 1
                    continue
                }
                let before = try MailSchema.corrections.history(of: row, in: database)
                let after = try MailSchema.corrections.merge(
                    message.corrections ?? [], of: row, in: database)
                if after != before { changed += 1 }
            }
            return (changed, missing)
        }
    }
}

extension DatabaseService: LabelingStore {
    /// Returns the number of a message in ``labeledRecords(of:)``, a hash of its account and its key.
    private static func number(_ gmailId: String, _ account: Int64) -> UInt64 {
        UInt64(bitPattern: ReferenceHash.of(Array(gmailId.utf8)[...], account: account))
    }

    /// Returns the texts of messages that have a correction in a taxonomy, oldest first. The label of each
    /// text is the correction.
    ///
    /// - Parameter taxonomy: The taxonomy. Messages whose corrected label is not in the taxonomy are omitted.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the number of corrections.
    public func labeledRecords(of taxonomy: Taxonomy) async throws -> [LabeledRecord] {
        try await emails.base.fetch { database in
            let reader = try EmailReader(database)
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT e.row, e.account, e.gmailId, c.label FROM \(MailSchema.corrections.name) c
                    JOIN email e ON e.row = c.record
                    WHERE c.taxonomy = ? AND \(MailSchema.corrections.isCurrent) ORDER BY e.row
                    """, arguments: [taxonomy.name])
            return try rows.compactMap { row in
                let category = Category(row[3] as String)
                guard taxonomy.index(of: category) != nil, let email = try reader.email(at: row[0]),
                    !email.classifiedText.isEmpty
                else { return nil }
                return LabeledRecord(
                    number: Self.number(row[2], row[1]),
                    text: LabeledText(text: email.classifiedText, category: category, source: "mail"))
            }
        }
    }

    /// Returns `true` if the store still contains all given messages.
    ///
    /// - Parameter numbers: The numbers of messages from ``labeledRecords(of:)``.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the number of messages in the store.
    public func containsAll(_ numbers: [UInt64]) async throws -> Bool {
        guard !numbers.isEmpty else { return true }
        return try await emails.base.fetch { database in
            var missing = Set(numbers)
            let ids = try RawStatement("SELECT gmailId, account FROM email", on: database)
            defer { ids.reset() }
            while !missing.isEmpty, try ids.step() {
                missing.remove(Self.number(try ids.text(0) ?? "", ids.integer(1)))
            }
            return missing.isEmpty
        }
    }
}
